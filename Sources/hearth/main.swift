import Images

if CommandLine.arguments.dropFirst().first == ImageWorker.argument { ImageWorker.childMain() }

print("hearth")
