// ReplicaHTTP
