/// One run of one side of a measurement.
struct BenchRun {
    /// User and system time of the sending process.
    var processorSeconds: Double
    /// Pushes per second.
    var rate: Double
    /// User and system time of the server meanwhile.
    var serverProcessorSeconds = 0.0
}

extension [BenchRun] {
    /// The median of what the runs say.
    func median(_ value: (BenchRun) -> Double) -> Double { map(value).median }
}

extension [Double] {
    /// The middle one, or the mean of the two in the middle; 0 when there is none.
    var median: Double {
        let sorted = sorted()
        return sorted.isEmpty ? 0 : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
