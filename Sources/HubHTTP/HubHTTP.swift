// HubHTTP
