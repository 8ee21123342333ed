// HubSQLite
