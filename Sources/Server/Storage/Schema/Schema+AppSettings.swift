extension Schema {
    /// What is decided for all pushes of an app.
    static let appSettings = """
        alter table apps add column settings text not null default '{}';
        """
}
