/// Indexes by home and name (S3-6.4-a). Names are not unique: devices that were offline may have
/// made one twice.
enum NameIndexes {
  static let sql = """
    -- Places and labels of a home by name: whether a name is taken, and finding one by its name
    -- when an item is moved or a file imported.
    CREATE INDEX locationsByName ON locations(homeID, nameKey, id);
    CREATE INDEX labelsByName ON labels(homeID, nameKey, id);
    """
}
