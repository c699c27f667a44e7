//! Maximum-weight matching in a general graph: Edmonds' blossom algorithm with dual variables, O(n³).
//!
//! The graph is dense and the numbers are integers, so the same costs give the same matching everywhere. It
//! knows vertices and costs, not players.
//!
//! The method is described in Galil, "Efficient Algorithms for Finding Maximum Matching in Graphs", ACM
//! Computing Surveys 18 (1986). A dual solution proves each result, and the tests check the proof.

use std::collections::VecDeque;

/// The highest sum of costs that a matching may have.
pub const COST_SUM_MAX: i128 = 1 << 122;

/// Returns the partner of each vertex in the matching with the most pairs, and of those the lowest sum of
/// costs.
///
/// A pair without a cost is impossible. No matching may have a sum of costs above `COST_SUM_MAX`. Otherwise,
/// or with negative costs, all vertices stay alone.
pub fn least_cost(vertices: usize, cost: impl Fn(usize, usize) -> Option<i128>) -> Vec<Option<usize>> {
    let mut weights = vec![0; vertices * vertices];
    let mut highest = 0;
    for a in 0..vertices {
        for b in 0..a {
            let Some(cost) = cost(a, b) else { continue };
            if cost < 0 {
                return vec![None; vertices];
            }
            highest = highest.max(cost);
            weights[a * vertices + b] = cost + 1;
            weights[b * vertices + a] = cost + 1;
        }
    }
    // An additional pair always outweighs all costs.
    let Some(more) = highest.checked_mul(vertices as i128 / 2).filter(|&sum| sum <= COST_SUM_MAX) else {
        return vec![None; vertices];
    };
    for weight in weights.iter_mut().filter(|weight| **weight > 0) {
        *weight = more + 2 - *weight;
    }
    let mut matcher = Matcher::new(vertices, weights);
    while matcher.grow() {}
    (1..=vertices).map(|vertex| matcher.mate[vertex].checked_sub(1)).collect()
}

/// The role of a vertex or blossom in the current search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    Outer,
    Inner,
}

/// The state of the algorithm. Vertices have the numbers 1 to `n`, blossoms higher ones. 0 means none.
struct Matcher {
    n: usize,
    /// The highest number in use.
    top: usize,
    /// The number of nodes, and of columns in `edges`.
    width: usize,
    weights: Vec<i128>,
    /// The edge with the least slack between two nodes, as vertices; `(0, 0)` for none.
    edges: Vec<(u16, u16)>,
    /// The child of a blossom with a vertex.
    child_with: Vec<u16>,
    dual: Vec<i128>,
    mate: Vec<usize>,
    slack: Vec<usize>,
    root: Vec<usize>,
    parent: Vec<usize>,
    label: Vec<Label>,
    seen: Vec<usize>,
    walk: usize,
    children: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
}

impl Matcher {
    fn new(n: usize, weights: Vec<i128>) -> Matcher {
        let width = 2 * n + 1;
        let highest = weights.iter().copied().max().unwrap_or_default();
        let mut matcher = Matcher {
            n,
            top: n,
            width,
            weights,
            edges: vec![(0, 0); width * width],
            child_with: vec![0; width * (n + 1)],
            dual: vec![0; width],
            mate: vec![0; width],
            slack: vec![0; width],
            root: (0..width).map(|node| if node <= n { node } else { 0 }).collect(),
            parent: vec![0; width],
            label: vec![Label::Free; width],
            seen: vec![0; width],
            walk: 0,
            children: vec![Vec::new(); width],
            queue: VecDeque::new(),
        };
        for a in 1..=n {
            matcher.dual[a] = highest;
            matcher.child_with[a * (n + 1) + a] = a as u16;
            for b in 1..=n {
                if matcher.weights[(a - 1) * n + b - 1] > 0 {
                    matcher.edges[a * width + b] = (a as u16, b as u16);
                }
            }
        }
        matcher
    }

    fn edge(&self, a: usize, b: usize) -> (usize, usize) {
        let (u, v) = self.edges[a * self.width + b];
        (usize::from(u), usize::from(v))
    }

    fn is_edge(&self, a: usize, b: usize) -> bool {
        self.edges[a * self.width + b].0 != 0
    }

    /// Returns the slack of the edge between two nodes.
    fn distance(&self, a: usize, b: usize) -> i128 {
        let (u, v) = self.edge(a, b);
        self.dual[u] + self.dual[v] - 2 * self.weights[(u - 1) * self.n + v - 1]
    }

    fn update_slack(&mut self, from: usize, to: usize) {
        if self.slack[to] == 0 || self.distance(from, to) < self.distance(self.slack[to], to) {
            self.slack[to] = from;
        }
    }

    fn set_slack(&mut self, node: usize) {
        self.slack[node] = 0;
        for vertex in 1..=self.n {
            let root = self.root[vertex];
            if self.is_edge(vertex, node) && root != node && self.label[root] == Label::Outer {
                self.update_slack(vertex, node);
            }
        }
    }

    fn enqueue(&mut self, node: usize) {
        if node <= self.n {
            self.queue.push_back(node);
            return;
        }
        for index in 0..self.children[node].len() {
            self.enqueue(self.children[node][index]);
        }
    }

    fn set_root(&mut self, node: usize, root: usize) {
        self.root[node] = root;
        if node > self.n {
            for index in 0..self.children[node].len() {
                self.set_root(self.children[node][index], root);
            }
        }
    }

    fn child_of(&self, blossom: usize, vertex: usize) -> usize {
        usize::from(self.child_with[blossom * (self.n + 1) + vertex])
    }

    /// Returns the even position of a child. Turns the cycle around if it was odd.
    fn even_position(&mut self, blossom: usize, child: usize) -> usize {
        let children = &mut self.children[blossom];
        let position = children.iter().position(|&other| other == child).unwrap_or_default();
        if position % 2 == 0 {
            return position;
        }
        children[1..].reverse();
        children.len() - position
    }

    fn set_mate(&mut self, a: usize, b: usize) {
        let (u, v) = self.edge(a, b);
        self.mate[a] = v;
        if a <= self.n {
            return;
        }
        let child = self.child_of(a, u);
        let position = self.even_position(a, child);
        for index in 0..position {
            self.set_mate(self.children[a][index], self.children[a][index ^ 1]);
        }
        self.set_mate(child, b);
        self.children[a].rotate_left(position);
    }

    fn augment(&mut self, mut a: usize, mut b: usize) {
        loop {
            let next = self.root[self.mate[a]];
            self.set_mate(a, b);
            if next == 0 {
                return;
            }
            let before = self.root[self.parent[next]];
            self.set_mate(next, before);
            (a, b) = (before, next);
        }
    }

    fn common_ancestor(&mut self, mut a: usize, mut b: usize) -> usize {
        self.walk += 1;
        while a != 0 || b != 0 {
            if a != 0 {
                if self.seen[a] == self.walk {
                    return a;
                }
                self.seen[a] = self.walk;
                a = self.root[self.mate[a]];
                if a != 0 {
                    a = self.root[self.parent[a]];
                }
            }
            std::mem::swap(&mut a, &mut b);
        }
        0
    }

    /// Lists the nodes from `from` to the ancestor, and makes the inner ones outer.
    fn climb(&mut self, blossom: usize, from: usize, ancestor: usize) {
        let mut node = from;
        while node != ancestor {
            let inner = self.root[self.mate[node]];
            self.children[blossom].extend([node, inner]);
            self.enqueue(inner);
            node = self.root[self.parent[inner]];
        }
    }

    fn add_blossom(&mut self, a: usize, ancestor: usize, b: usize) {
        let blossom = (self.n + 1..=self.top).find(|&node| self.root[node] == 0).unwrap_or(self.top + 1);
        self.top = self.top.max(blossom);
        self.dual[blossom] = 0;
        self.label[blossom] = Label::Outer;
        self.mate[blossom] = self.mate[ancestor];
        self.children[blossom] = vec![ancestor];
        self.climb(blossom, a, ancestor);
        self.children[blossom][1..].reverse();
        self.climb(blossom, b, ancestor);
        self.set_root(blossom, blossom);
        self.join_edges(blossom);
        self.set_slack(blossom);
    }

    /// Gives a new blossom the best edges of its children.
    fn join_edges(&mut self, blossom: usize) {
        let (width, row) = (self.width, self.n + 1);
        for node in 1..=self.top {
            self.edges[blossom * width + node] = (0, 0);
            self.edges[node * width + blossom] = (0, 0);
        }
        self.child_with[blossom * row..(blossom + 1) * row].fill(0);
        for index in 0..self.children[blossom].len() {
            let child = self.children[blossom][index];
            for node in 1..=self.top {
                if node == blossom || !self.is_edge(child, node) {
                    continue;
                }
                if !self.is_edge(blossom, node) || self.distance(child, node) < self.distance(blossom, node) {
                    self.edges[blossom * width + node] = self.edges[child * width + node];
                    self.edges[node * width + blossom] = self.edges[node * width + child];
                }
            }
            for vertex in 1..=self.n {
                if self.child_of(child, vertex) != 0 {
                    self.child_with[blossom * row + vertex] = child as u16;
                }
            }
        }
    }

    fn expand_blossom(&mut self, blossom: usize) {
        let children = self.children[blossom].clone();
        for &child in &children {
            self.set_root(child, child);
        }
        let (entrance, _) = self.edge(blossom, self.parent[blossom]);
        let first = self.child_of(blossom, entrance);
        let position = self.even_position(blossom, first);
        let children = std::mem::take(&mut self.children[blossom]);
        for pair in children[..position].chunks_exact(2) {
            let (inner, outer) = (pair[0], pair[1]);
            self.parent[inner] = self.edge(outer, inner).0;
            self.label[inner] = Label::Inner;
            self.label[outer] = Label::Outer;
            self.slack[inner] = 0;
            self.set_slack(outer);
            self.enqueue(outer);
        }
        self.label[first] = Label::Inner;
        self.parent[first] = self.parent[blossom];
        for &child in &children[position + 1..] {
            self.label[child] = Label::Free;
            self.set_slack(child);
        }
        self.root[blossom] = 0;
    }

    /// Uses an edge without slack. Returns whether the matching has grown.
    fn use_edge(&mut self, from: usize, to: usize) -> bool {
        let (u, v) = self.edge(from, to);
        let (a, b) = (self.root[u], self.root[v]);
        match self.label[b] {
            Label::Free => {
                self.parent[b] = u;
                self.label[b] = Label::Inner;
                let mate = self.root[self.mate[b]];
                self.slack[b] = 0;
                self.slack[mate] = 0;
                self.label[mate] = Label::Outer;
                self.enqueue(mate);
            }
            Label::Outer => {
                let ancestor = self.common_ancestor(a, b);
                if ancestor == 0 {
                    self.augment(a, b);
                    self.augment(b, a);
                    return true;
                }
                self.add_blossom(a, ancestor, b);
            }
            Label::Inner => {}
        }
        false
    }

    /// Adds one pair to the matching. Returns whether that was possible.
    fn grow(&mut self) -> bool {
        self.label.fill(Label::Free);
        self.slack.fill(0);
        self.queue.clear();
        for node in 1..=self.top {
            if self.root[node] == node && self.mate[node] == 0 {
                self.parent[node] = 0;
                self.label[node] = Label::Outer;
                self.enqueue(node);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.search() {
                return true;
            }
            let step = self.step();
            // A vertex whose price falls to zero may stay alone: the matching is complete.
            let outer = (1..=self.n).filter(|&vertex| self.label[self.root[vertex]] == Label::Outer);
            let price = outer.map(|vertex| self.dual[vertex]).min().unwrap_or_default();
            if price <= step {
                self.change_duals(price);
                return false;
            }
            self.change_duals(step);
            if self.use_tight_edges() {
                return true;
            }
            for blossom in self.n + 1..=self.top {
                if self.is_outermost(blossom)
                    && self.label[blossom] == Label::Inner
                    && self.dual[blossom] == 0
                {
                    self.expand_blossom(blossom);
                }
            }
        }
    }

    fn is_outermost(&self, node: usize) -> bool {
        self.root[node] == node
    }

    /// Follows edges without slack from the outer vertices.
    fn search(&mut self) -> bool {
        while let Some(from) = self.queue.pop_front() {
            if self.label[self.root[from]] == Label::Inner {
                continue;
            }
            for to in 1..=self.n {
                if !self.is_edge(from, to) || self.root[from] == self.root[to] {
                    continue;
                }
                if self.distance(from, to) > 0 {
                    self.update_slack(from, self.root[to]);
                } else if self.use_edge(from, to) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns how much the duals can change until something becomes usable.
    fn step(&self) -> i128 {
        let inner = (self.n + 1..=self.top)
            .filter(|&blossom| self.is_outermost(blossom) && self.label[blossom] == Label::Inner)
            .map(|blossom| self.dual[blossom] / 2);
        let reachable = (1..=self.top)
            .filter(|&node| self.is_outermost(node) && self.slack[node] != 0)
            .filter_map(|node| match self.label[node] {
                Label::Free => Some(self.distance(self.slack[node], node)),
                Label::Outer => Some(self.distance(self.slack[node], node) / 2),
                Label::Inner => None,
            });
        inner.chain(reachable).min().unwrap_or(i128::MAX)
    }

    fn change_duals(&mut self, step: i128) {
        for vertex in 1..=self.n {
            match self.label[self.root[vertex]] {
                Label::Outer => self.dual[vertex] -= step,
                Label::Inner => self.dual[vertex] += step,
                Label::Free => {}
            }
        }
        for blossom in self.n + 1..=self.top {
            if self.is_outermost(blossom) {
                match self.label[blossom] {
                    Label::Outer => self.dual[blossom] += 2 * step,
                    Label::Inner => self.dual[blossom] -= 2 * step,
                    Label::Free => {}
                }
            }
        }
    }

    fn use_tight_edges(&mut self) -> bool {
        self.queue.clear();
        for node in 1..=self.top {
            let from = self.slack[node];
            let is_candidate = self.is_outermost(node) && from != 0 && self.root[from] != node;
            if is_candidate && self.distance(from, node) == 0 && self.use_edge(from, node) {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the dual solution: no edge is better than its bound, pairs meet it, and single vertices have no
    /// price. By weak duality, the matching then has maximum weight.
    fn check_proof(matcher: &Matcher) {
        let n = matcher.n;
        let blossoms = (n + 1..=matcher.top).filter(|&blossom| matcher.root[blossom] != 0);
        let blossoms: Vec<usize> = blossoms.collect();
        let contains = |blossom: usize, vertex: usize| matcher.child_of(blossom, vertex) != 0;
        assert!(blossoms.iter().all(|&blossom| matcher.dual[blossom] >= 0));
        for a in 1..=n {
            assert!(matcher.dual[a] >= 0 && (matcher.mate[a] != 0 || matcher.dual[a] == 0), "vertex {a}");
            for b in 1..a {
                let weight = matcher.weights[(a - 1) * n + b - 1];
                let shared = blossoms.iter().filter(|&&blossom| contains(blossom, a) && contains(blossom, b));
                let prices = matcher.dual[a] + matcher.dual[b];
                let bound = prices + shared.map(|&blossom| matcher.dual[blossom]).sum::<i128>();
                assert!(weight == 0 || bound >= 2 * weight, "edge {a} {b}");
                assert!(matcher.mate[a] != b || bound == 2 * weight, "pair {a} {b}");
            }
        }
        for &blossom in blossoms.iter().filter(|&&blossom| matcher.dual[blossom] > 0) {
            let inside = (1..=n).filter(|&vertex| contains(blossom, vertex));
            let alone = inside
                .filter(|&vertex| matcher.mate[vertex] == 0 || !contains(blossom, matcher.mate[vertex]));
            assert_eq!(alone.count(), 1, "blossom {blossom} is not full");
        }
    }

    #[test]
    fn a_dual_solution_proves_each_matching() {
        let mut random = fastrand::Rng::with_seed(11);
        for round in 0..400 {
            let n = random.usize(1..if round < 350 { 14 } else { 70 });
            let (kinds, density) = (random.i128(1..50), random.f64());
            let mut weights = vec![0; n * n];
            for a in 0..n {
                for b in 0..a {
                    let weight = if random.f64() < density { random.i128(0..=kinds) } else { 0 };
                    weights[a * n + b] = weight;
                    weights[b * n + a] = weight;
                }
            }
            let mut matcher = Matcher::new(n, weights);
            while matcher.grow() {}
            check_proof(&matcher);
        }
    }

    /// The lowest cost of all complete pairings.
    fn lowest(free: &mut Vec<usize>, cost: &dyn Fn(usize, usize) -> i128) -> i128 {
        let Some(first) = free.pop() else { return 0 };
        let mut best = i128::MAX;
        for index in 0..free.len() {
            let other = free.remove(index);
            best = best.min(cost(first, other) + lowest(free, cost));
            free.insert(index, other);
        }
        free.push(first);
        best
    }

    #[test]
    fn nobody_stays_alone_and_no_pairing_is_cheaper() {
        let mut random = fastrand::Rng::with_seed(12);
        for _ in 0..60 {
            let n = 2 * random.usize(1..=4);
            let costs: Vec<i128> = (0..n * n).map(|_| random.i128(0..20)).collect();
            let cost = |a: usize, b: usize| costs[a.max(b) * n + a.min(b)];
            let mates = least_cost(n, |a, b| Some(cost(a, b)));
            let found: i128 = (0..n).map(|a| cost(a, mates[a].unwrap())).sum::<i128>() / 2;
            assert!((0..n).all(|a| mates[mates[a].unwrap()] == Some(a)));
            assert_eq!(found, lowest(&mut (0..n).collect(), &cost));
        }
    }

    #[test]
    fn impossible_pairs_leave_vertices_alone() {
        let star = least_cost(4, |a, b| (a.min(b) == 0).then_some(1 << 100));
        assert_eq!(star.iter().flatten().count(), 2);
        assert_eq!(least_cost(0, |_, _| Some(0)), []);
        assert_eq!(least_cost(1, |_, _| Some(0)), [None]);
        assert_eq!(least_cost(4, |_, _| Some(COST_SUM_MAX)), [None; 4], "too large to add");
    }
}
