//! Writes small MaxMind databases (format 2.0): a binary tree over IPv4 addresses, the data section and the metadata.

/// Network address, prefix length and country.
pub type Network<'n> = ([u8; 4], u8, &'n str);

/// A database of these networks, which must not overlap.
pub fn countries(networks: &[Network<'_>]) -> Vec<u8> {
    let mut tree: Vec<[Record; 2]> = vec![[Record::Nothing; 2]];
    let mut data = Vec::new();
    for (address, length, country) in networks {
        let at = data.len();
        // { "country": { "iso_code": … } }
        data.extend(map(1));
        data.extend(text("country"));
        data.extend(map(1));
        data.extend(text("iso_code"));
        data.extend(text(country));
        let bits = u32::from_be_bytes(*address);
        let mut node = 0;
        for depth in 0..*length {
            let side = (bits >> (31 - depth) & 1) as usize;
            if depth + 1 == *length {
                tree[node][side] = Record::Data(at);
            } else if let Record::Node(next) = tree[node][side] {
                node = next;
            } else {
                tree.push([Record::Nothing; 2]);
                tree[node][side] = Record::Node(tree.len() - 1);
                node = tree.len() - 1;
            }
        }
    }
    let count = tree.len();
    let mut file = Vec::new();
    for record in tree.into_iter().flatten() {
        let value = match record {
            Record::Nothing => count,
            Record::Node(node) => node,
            Record::Data(at) => count + 16 + at,
        };
        file.extend(&u32::try_from(value).unwrap().to_be_bytes()[1..]);
    }
    file.extend([0; 16]);
    file.extend(data);
    file.extend(b"\xab\xcd\xefMaxMind.com");
    file.extend(map(9));
    for (key, value) in [
        ("binary_format_major_version", vec![0xa1, 2]),
        ("binary_format_minor_version", vec![0xa0]),
        // A uint64, which is an extended type, in four bytes.
        ("build_epoch", [vec![0x04, 0x02], 1_790_000_000_u32.to_be_bytes().to_vec()].concat()),
        ("database_type", text("Valmere-Country")),
        ("description", map(0)),
        ("ip_version", vec![0xa1, 4]),
        ("languages", vec![0x00, 0x04]),
        ("node_count", [vec![0xc4], u32::try_from(count).unwrap().to_be_bytes().to_vec()].concat()),
        ("record_size", vec![0xa1, 24]),
    ] {
        file.extend(text(key));
        file.extend(value);
    }
    file
}

/// A record of a node.
#[derive(Clone, Copy)]
enum Record {
    Nothing,
    Node(usize),
    Data(usize),
}

/// The control byte of a map.
fn map(pairs: u8) -> Vec<u8> {
    vec![0xe0 | pairs]
}

/// A string of less than 29 bytes.
fn text(text: &str) -> Vec<u8> {
    assert!(text.len() < 29);
    [vec![0x40 | u8::try_from(text.len()).unwrap()], text.as_bytes().to_vec()].concat()
}
