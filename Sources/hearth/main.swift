import Documents
import Images

if CommandLine.arguments.dropFirst().first == ImageWorker.argument { ImageWorker.childMain() }
if CommandLine.arguments.dropFirst().first == DocumentWorker.argument {
  DocumentWorker.childMain()
}

Program.launch(Array(CommandLine.arguments.dropFirst()))
