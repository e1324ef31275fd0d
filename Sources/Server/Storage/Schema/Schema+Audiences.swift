extension Schema {
    /// Messages to those of whom an expression holds: the expression itself, and the segment that it came from.
    static let audiences = """
        alter table messages add column expression text;
        alter table messages add column segment_slug text;
        alter table messages add column segment_version integer;
        """
}
