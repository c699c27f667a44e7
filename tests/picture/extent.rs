//! How far elements of a picture reach, and which reach beyond its box: rectangles, circles, ellipses, paths
//! with all their points, and the anchors of texts.

use roxmltree::{Document, Node};

/// A point of the picture is the drawing's point times the scale, plus the offset.
#[derive(Clone, Copy)]
struct Transform {
    x: f32,
    y: f32,
    scale: f32,
}

/// How far beyond the box a rounded coordinate may be.
const ROUNDING: f32 = 0.05;

/// The elements that reach beyond the box, with the point that does.
pub fn outside(document: &Document<'_>) -> Vec<String> {
    let root = document.root_element();
    let extent: Vec<f32> = numbers(root.attribute("viewBox").expect("a box"));
    let mut outside = Vec::new();
    let mut look = |node: Node<'_, '_>, x: f32, y: f32| {
        let inside = |place: f32, most: f32| (-ROUNDING..=most + ROUNDING).contains(&place);
        if !inside(x, extent[2]) || !inside(y, extent[3]) {
            outside.push(format!("{x} {y}: {:?}", &document.input_text()[node.range()]));
        }
    };
    let drawn = root.children().filter(|child| !child.has_tag_name("defs"));
    drawn.for_each(|child| walk(document, child, WHOLE, &mut look));
    outside
}

/// The whole picture.
const WHOLE: Transform = Transform { x: 0.0, y: 0.0, scale: 1.0 };

/// The boxes of the pieces of a class, with their ids: left, top, right, bottom.
pub fn boxes(document: &Document<'_>, class: &str) -> Vec<(String, [f32; 4])> {
    let is_of = |node: &Node<'_, '_>| {
        node.attribute("class").is_some_and(|words| words.split(' ').any(|word| word == class))
    };
    let pieces = document.descendants().filter(is_of);
    let boxed = |piece: Node<'_, '_>| {
        let mut all = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
        walk(document, piece, WHOLE, &mut |_, x, y| {
            all = [all[0].min(x), all[1].min(y), all[2].max(x), all[3].max(y)];
        });
        (piece.attribute("id").expect("a piece has an id").to_owned(), all)
    };
    pieces.map(boxed).collect()
}

fn walk(
    document: &Document<'_>,
    node: Node<'_, '_>,
    above: Transform,
    look: &mut impl FnMut(Node<'_, '_>, f32, f32),
) {
    if !node.is_element() || node.has_tag_name("title") {
        return;
    }
    let here = node.attribute("transform").map_or(above, |transform| within(above, transform));
    for (x, y) in points(node) {
        let (x, y) = (here.x + x * here.scale, here.y + y * here.scale);
        look(node, x, y);
    }
    if let Some(id) = node.attribute("href").and_then(|href| href.strip_prefix('#')) {
        let defined =
            document.descendants().find(|defined| defined.attribute("id") == Some(id)).expect("defined");
        walk(document, defined, here, look);
    }
    node.children().for_each(|child| walk(document, child, here, look));
}

/// A transformation within another: a translation and a scale. Rotations are within what they turn.
fn within(above: Transform, transform: &str) -> Transform {
    let arguments = |name: &str| {
        let found = transform.split(name).nth(1).and_then(|rest| rest.split(['(', ')']).nth(1));
        found.map(numbers).unwrap_or_default()
    };
    let (moved, scaled) = (arguments("translate"), arguments("scale"));
    let at = |place: usize| moved.get(place).copied().unwrap_or(0.0);
    Transform {
        x: above.x + at(0) * above.scale,
        y: above.y + at(1) * above.scale,
        scale: above.scale * scaled.first().copied().unwrap_or(1.0),
    }
}

fn numbers(text: &str) -> Vec<f32> {
    text.split([' ', ','])
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().expect("a number"))
        .collect()
}

/// The points that an element reaches.
fn points(node: Node<'_, '_>) -> Vec<(f32, f32)> {
    let number =
        |name: &str| node.attribute(name).map_or(0.0, |value| value.parse::<f32>().expect("a number"));
    let around = |x: f32, y: f32, rx: f32, ry: f32| vec![(x - rx, y - ry), (x + rx, y + ry)];
    match node.tag_name().name() {
        "rect" => {
            let (x, y) = (number("x"), number("y"));
            vec![(x, y), (x + number("width"), y + number("height"))]
        }
        "circle" => around(number("cx"), number("cy"), number("r"), number("r")),
        "ellipse" => around(number("cx"), number("cy"), number("rx"), number("ry")),
        "text" => vec![(number("x"), number("y"))],
        "path" => path_points(node.attribute("d").expect("a path")),
        "g" | "use" | "desc" | "svg" => Vec::new(),
        other => panic!("no extent is known of <{other}>"),
    }
}

/// The sizes of all texts, with the text.
pub fn text_sizes(document: &Document<'_>) -> Vec<(f32, String)> {
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    let sized = |text: Node<'_, '_>| {
        let size = text.attribute("font-size").and_then(|size| size.parse::<f32>().ok()).unwrap_or(0.0);
        let scaled: Vec<Transform> = text
            .ancestors()
            .filter_map(|above| above.attribute("transform"))
            .map(|transform| within(WHOLE, transform))
            .collect();
        let size = scaled.iter().fold(size, |size, transform| size * transform.scale);
        (size, document.input_text()[text.range()].to_owned())
    };
    texts.map(sized).collect()
}

/// The end points of a path, and the control points of its curves.
fn path_points(path: &str) -> Vec<(f32, f32)> {
    let (mut points, mut here, mut begin) = (Vec::new(), (0.0, 0.0), (0.0, 0.0));
    let starts: Vec<usize> =
        path.match_indices(|letter: char| letter.is_ascii_alphabetic()).map(|(at, _)| at).collect();
    for (number, &start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(path.len());
        let command = path.as_bytes()[start] as char;
        let relative = command.is_ascii_lowercase();
        let values = path_numbers(&path[start + 1..end]);
        let width = match command.to_ascii_lowercase() {
            'm' | 'l' | 't' => 2,
            'h' | 'v' => 1,
            'q' | 's' => 4,
            'c' => 6,
            'a' => 7,
            'z' => {
                here = begin;
                continue;
            }
            other => panic!("unknown command {other} in {path}"),
        };
        assert!(!values.is_empty() && values.len().is_multiple_of(width), "{path}");
        for (step, values) in values.chunks(width).enumerate() {
            let origin = if relative { here } else { (0.0, 0.0) };
            let each: Vec<(f32, f32)> = match command.to_ascii_lowercase() {
                'h' => vec![(origin.0 + values[0], here.1)],
                'v' => vec![(here.0, origin.1 + values[0])],
                'a' => vec![(origin.0 + values[5], origin.1 + values[6])],
                _ => values.chunks(2).map(|pair| (origin.0 + pair[0], origin.1 + pair[1])).collect(),
            };
            here = *each.last().expect("a point");
            if step == 0 && command.eq_ignore_ascii_case(&'m') {
                begin = here;
            }
            points.extend(each);
        }
    }
    points
}

/// Numbers as paths write them: `-` and a second `.` begin another number. The flags of arcs are separated.
fn path_numbers(text: &str) -> Vec<f32> {
    let mut words: Vec<String> = vec![String::new()];
    for character in text.chars() {
        let last = words.last_mut().expect("a word");
        match character {
            ' ' | ',' => words.push(String::new()),
            '-' if !last.is_empty() => words.push("-".to_owned()),
            '.' if last.contains('.') => words.push(".".to_owned()),
            other => last.push(other),
        }
    }
    words
        .iter()
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().unwrap_or_else(|_| panic!("{text}")))
        .collect()
}
