//! The Citus cluster of the tests, if `LAPIDARY_CITUS_URL` names its coordinator: a database on each node for
//! each test.
//!
//! It knows nodes; `test_database` knows names and templates.

use diesel::sql_types::{Integer, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use lapidary::database::{Connector, sharding};

use crate::cluster::{at_node, citus_url, url_of};

/// A node of the cluster.
#[derive(diesel::QueryableByName, Debug, Clone)]
pub struct Node {
    #[diesel(sql_type = Text)]
    pub host: String,
    #[diesel(sql_type = Integer)]
    pub port: i32,
    /// 0 is the coordinator.
    #[diesel(sql_type = Integer)]
    pub group: i32,
}

impl Node {
    /// Returns the URL of a database on this node, as it is reached from the coordinator.
    pub fn url(&self, database: &str) -> String {
        at_node(&url_of(database), &self.host, self.port)
    }
}

/// Returns the nodes of the cluster, the coordinator first; none without a cluster.
pub async fn nodes() -> Vec<Node> {
    let Some(url) = citus_url() else { return Vec::new() };
    let mut coordinator = AsyncPgConnection::establish(&url).await.expect("the coordinator answers");
    let nodes: Vec<Node> = diesel::sql_query(
        "SELECT nodename AS host, nodeport AS port, groupid AS \"group\" FROM pg_dist_node ORDER BY groupid",
    )
    .load(&mut coordinator)
    .await
    .expect("the database of LAPIDARY_CITUS_URL has the extension citus");
    assert!(
        nodes.iter().any(|node| node.group == 0),
        "the database of LAPIDARY_CITUS_URL needs citus_set_coordinator_host and citus_add_node"
    );
    nodes
}

/// Makes a database, which all nodes have, the one of a cluster.
pub async fn join(nodes: &[Node], database: &str) {
    let mut coordinator = None;
    for node in nodes.iter().rev() {
        let mut connection = connect(&node.url(database)).await;
        execute(&mut connection, "CREATE EXTENSION IF NOT EXISTS citus").await;
        coordinator = Some(connection);
    }
    let mut coordinator = coordinator.expect("a cluster has nodes");
    for node in nodes {
        let add = if node.group == 0 { "citus_set_coordinator_host" } else { "citus_add_node" };
        execute(&mut coordinator, &format!("SELECT {add}('{}', {})", node.host, node.port)).await;
    }
}

/// Distributes a migrated database.
pub async fn distribute(database: &str) {
    let connector = Connector::to(&url_of(database)).expect("an address");
    let distributed = sharding::distribute(&connector).await.expect("a migrated database can be distributed");
    assert_eq!(distributed.len(), sharding::OF_A_GAME.len() + 1);
}

/// Sets the settings of a database that was cloned from a distributed one, which a clone does not have, by
/// the command that can be repeated.
pub async fn configure(database: &str) {
    let connector = Connector::to(&url_of(database)).expect("an address");
    let again = sharding::distribute(&connector).await.expect("the command can be repeated");
    assert_eq!(again, [""; 0]);
}

async fn connect(url: &str) -> AsyncPgConnection {
    AsyncPgConnection::establish(url).await.expect("the node answers")
}

async fn execute(connection: &mut AsyncPgConnection, sql: &str) {
    diesel::sql_query(sql).execute(connection).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}
