DROP TABLE presence;
DROP TABLE presence_nodes;
