import TidingsCommands

await Tool.main()
