import Images

if CommandLine.arguments.dropFirst().first == ImageWorker.argument { ImageWorker.childMain() }

Program.launch(Array(CommandLine.arguments.dropFirst()))
