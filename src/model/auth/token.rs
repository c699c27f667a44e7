//! Access tokens: JWTs signed with Ed25519, and the key set that verifies them.
//!
//! It knows keys and claims. A setting says how long tokens live, other code whether a session has ended.

use std::time::Duration;

use chrono::{DateTime, Utc};
use jsonwebtoken::jwk::{Jwk, JwkSet, PublicKeyUse, ThumbprintHash};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Identity, PlayerId, SessionId, SessionKind, WrittenScopes, jwt_keys};

/// The media type in the header. It prevents the use of other JWTs as access tokens (RFC 9068).
const TYPE: &str = "at+jwt";
/// The accepted difference between the clocks of two servers, in seconds.
pub(crate) const CLOCK_SKEW: i64 = 5;
/// The bytes before the 32 bytes of an Ed25519 key in PKCS #8.
const PKCS8_PREFIX: [u8; 16] =
    [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/// The secret of a signing key.
pub type Seed = [u8; 32];

/// Issues and verifies access tokens.
pub struct AccessTokens {
    issuer: String,
    lifetime: Duration,
    signer: EncodingKey,
    kid: String,
    verifiers: Vec<(String, DecodingKey)>,
    key_set: JwkSet,
    validation: Validation,
}

/// The token is not valid now. Clients do not learn the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the access token is not valid")]
pub struct BadToken;

/// The key cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the signing key cannot be used: {0}")]
pub struct BadKey(#[from] jsonwebtoken::errors::Error);

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    sub: Uuid,
    sid: Uuid,
    scope: String,
    /// Whether the token has the scope `organize`. Tokens of 0.1.0 omit it ([`WrittenScopes`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    organize: Option<bool>,
    /// The app with access from the player (RFC 9068). Tokens of logins omit it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    client_id: Option<String>,
    iat: i64,
    /// The beginning of its validity. Tokens of this server omit it: they are valid at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nbf: Option<i64>,
    exp: i64,
    jti: Uuid,
}

/// An identity and its expiry time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    pub identity: Identity,
    pub issued_at: i64,
    pub expires_at: i64,
}

impl AccessTokens {
    /// Signs with `current` and also accepts tokens signed with `next`, so that servers can change their keys
    /// one by one.
    pub fn new(issuer: &str, lifetime: Duration, current: &Seed, next: &Seed) -> Result<Self, BadKey> {
        jwt_keys::install();
        let (signer, current) = key_pair(current)?;
        let (_, next) = key_pair(next)?;
        let keys = vec![current, next];
        let verifiers = keys
            .iter()
            .map(|key| Ok((key.common.key_id.clone().unwrap_or_default(), DecodingKey::from_jwk(key)?)))
            .collect::<Result<Vec<_>, BadKey>>()?;
        let mut validation = Validation::new(Algorithm::EdDSA);
        validation.set_issuer(&[issuer]);
        validation.set_audience(&[issuer]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // The expiry is checked below, with the caller's clock.
        validation.validate_exp = false;
        Ok(AccessTokens {
            issuer: issuer.to_owned(),
            lifetime,
            signer,
            kid: verifiers.first().map(|(kid, _)| kid.clone()).unwrap_or_default(),
            verifiers,
            key_set: JwkSet { keys },
            validation,
        })
    }

    /// The time from issue to expiry of a token.
    pub fn lifetime(&self) -> Duration {
        self.lifetime
    }

    /// The public keys, for anyone who wants to verify tokens.
    pub fn key_set(&self) -> &JwkSet {
        &self.key_set
    }

    /// Issues a token for a player's login, valid from `now`.
    pub fn issue(&self, identity: &Identity, now: DateTime<Utc>) -> Result<String, BadKey> {
        self.sign(identity, None, now)
    }

    /// Issues a token for a player's grant to an app, valid from `now`.
    pub fn issue_to_app(
        &self,
        identity: &Identity,
        client_id: &str,
        now: DateTime<Utc>,
    ) -> Result<String, BadKey> {
        self.sign(identity, Some(client_id.to_owned()), now)
    }

    fn sign(
        &self,
        identity: &Identity,
        client_id: Option<String>,
        now: DateTime<Utc>,
    ) -> Result<String, BadKey> {
        let mut header = Header::new(Algorithm::EdDSA);
        header.typ = Some(TYPE.to_owned());
        header.kid = Some(self.kid.clone());
        let WrittenScopes { words: scope, organize } = identity.scopes.written();
        let claims = Claims {
            iss: self.issuer.clone(),
            aud: self.issuer.clone(),
            sub: identity.player.0,
            sid: identity.session.0,
            scope,
            organize,
            client_id,
            iat: now.timestamp(),
            nbf: None,
            exp: now.timestamp() + self.lifetime.as_secs().cast_signed(),
            jti: Uuid::new_v4(),
        };
        Ok(jsonwebtoken::encode(&header, &claims, &self.signer)?)
    }

    /// Returns the identity in a token. Returns [`BadToken`] unless this server issued the token, it is
    /// unchanged, and it is valid at `now`.
    pub fn verify(&self, token: &str, now: DateTime<Utc>) -> Result<Verified, BadToken> {
        let header = jsonwebtoken::decode_header(token).map_err(|_| BadToken)?;
        // `crit` lists required extensions; this verifier supports none (RFC 7515).
        if header.typ.as_deref() != Some(TYPE) || header.crit.is_some() {
            return Err(BadToken);
        }
        let kid = header.kid.ok_or(BadToken)?;
        let (_, key) = self.verifiers.iter().find(|(known, _)| *known == kid).ok_or(BadToken)?;
        let claims =
            jsonwebtoken::decode::<Claims>(token, key, &self.validation).map_err(|_| BadToken)?.claims;
        let from = claims.nbf.map_or(claims.iat, |nbf| nbf.max(claims.iat));
        if claims.exp <= now.timestamp() || from > now.timestamp() + CLOCK_SKEW {
            return Err(BadToken);
        }
        let kind = if claims.client_id.is_some() { SessionKind::Grant } else { SessionKind::Login };
        let scopes = WrittenScopes { words: claims.scope, organize: claims.organize };
        let identity = Identity {
            player: PlayerId(claims.sub),
            session: SessionId(claims.sid),
            kind,
            scopes: scopes.read(kind).map_err(|_| BadToken)?,
        };
        Ok(Verified { identity, issued_at: claims.iat, expires_at: claims.exp })
    }
}

fn key_pair(seed: &Seed) -> Result<(EncodingKey, Jwk), BadKey> {
    let signer = EncodingKey::from_ed_der(&[PKCS8_PREFIX.as_slice(), seed].concat());
    let mut public = Jwk::from_encoding_key(&signer, Algorithm::EdDSA)?;
    public.common.key_id = Some(public.thumbprint(ThumbprintHash::SHA256)?);
    public.common.public_key_use = Some(PublicKeyUse::Signature);
    Ok((signer, public))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::Scopes;

    const ISSUER: &str = "lapidary";

    fn tokens(current: u8, next: u8) -> AccessTokens {
        AccessTokens::new(ISSUER, Duration::from_secs(600), &[current; 32], &[next; 32]).unwrap()
    }

    fn identity() -> Identity {
        Identity {
            player: PlayerId(Uuid::from_u128(1)),
            session: SessionId(Uuid::from_u128(2)),
            kind: SessionKind::Login,
            scopes: Scopes::ALL,
        }
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    fn claims() -> Claims {
        Claims {
            iss: ISSUER.to_owned(),
            aud: ISSUER.to_owned(),
            sub: Uuid::from_u128(1),
            sid: Uuid::from_u128(2),
            scope: "read".to_owned(),
            organize: None,
            client_id: None,
            iat: at(0).timestamp(),
            nbf: None,
            exp: at(600).timestamp(),
            jti: Uuid::from_u128(3),
        }
    }

    fn header(tokens: &AccessTokens) -> Header {
        let mut header = Header::new(Algorithm::EdDSA);
        header.typ = Some(TYPE.to_owned());
        header.kid = Some(tokens.kid.clone());
        header
    }

    fn signed(tokens: &AccessTokens, header: &Header, claims: &Claims) -> String {
        jsonwebtoken::encode(header, claims, &tokens.signer).unwrap()
    }

    #[test]
    fn a_token_identifies_its_player_until_it_expires() {
        let tokens = tokens(1, 2);
        let token = tokens.issue(&identity(), at(0)).unwrap();
        assert_eq!(tokens.verify(&token, at(0)).unwrap().identity, identity());
        assert!(tokens.verify(&token, at(599)).is_ok());
        assert_eq!(tokens.verify(&token, at(600)), Err(BadToken));
        assert_eq!(tokens.verify(&token, at(-60)), Err(BadToken));
    }

    #[test]
    fn the_token_of_an_app_is_not_that_of_a_login() {
        let tokens = tokens(1, 2);
        let token = tokens.issue_to_app(&identity(), "https://app.example", at(0)).unwrap();
        let verified = tokens.verify(&token, at(0)).unwrap().identity;
        assert_eq!(verified, Identity { kind: SessionKind::Grant, ..identity() });
        assert!(identity().has_logged_in() && !verified.has_logged_in());
    }

    #[test]
    fn a_login_of_0_1_0_has_every_scope() {
        let tokens = tokens(1, 2);
        let scope = "read play challenge bots tournaments".to_owned();
        let token = signed(&tokens, &header(&tokens), &Claims { scope, ..claims() });
        assert!(tokens.verify(&token, at(0)).unwrap().identity.has_logged_in());
    }

    #[test]
    fn the_next_key_is_accepted_before_it_signs() {
        let token = tokens(2, 3).issue(&identity(), at(0)).unwrap();
        assert!(tokens(1, 2).verify(&token, at(0)).is_ok());
        assert_eq!(tokens(1, 3).verify(&token, at(0)), Err(BadToken));
    }

    #[test]
    fn a_changed_token_is_refused() {
        let tokens = tokens(1, 2);
        let token = tokens.issue(&identity(), at(0)).unwrap();
        for (place, _) in token.char_indices().filter(|(_, letter)| *letter != '.') {
            // The last letter of a part also encodes unused bits. The strict decoder refuses changes of those
            // too.
            let mut changed = token.clone().into_bytes();
            changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
            assert_eq!(
                tokens.verify(std::str::from_utf8(&changed).unwrap(), at(0)),
                Err(BadToken),
                "at {place}"
            );
        }
        for garbage in ["", ".", "..", "a.b.c", "Bearer", &token[..token.len() - 10]] {
            assert_eq!(tokens.verify(garbage, at(0)), Err(BadToken), "{garbage}");
        }
    }

    #[test]
    fn another_kind_audience_issuer_or_key_is_refused() {
        let tokens = tokens(1, 2);
        let good = signed(&tokens, &header(&tokens), &claims());
        assert!(tokens.verify(&good, at(0)).is_ok());
        let headers = [
            Header { typ: Some("JWT".to_owned()), ..header(&tokens) },
            Header { typ: None, ..header(&tokens) },
            Header { kid: Some("unknown".to_owned()), ..header(&tokens) },
            Header { kid: None, ..header(&tokens) },
            Header { kid: Some(tokens.verifiers[1].0.clone()), ..header(&tokens) },
            Header { crit: Some(vec!["exp".to_owned()]), ..header(&tokens) },
        ];
        for header in headers {
            assert_eq!(
                tokens.verify(&signed(&tokens, &header, &claims()), at(0)),
                Err(BadToken),
                "{header:?}"
            );
        }
        let wrong = [
            Claims { aud: "others".to_owned(), ..claims() },
            Claims { iss: "others".to_owned(), ..claims() },
            Claims { scope: "root".to_owned(), ..claims() },
            Claims { exp: at(0).timestamp(), ..claims() },
            Claims { iat: at(60).timestamp(), ..claims() },
            Claims { nbf: Some(at(60).timestamp()), ..claims() },
        ];
        for claims in wrong {
            assert_eq!(
                tokens.verify(&signed(&tokens, &header(&tokens), &claims), at(0)),
                Err(BadToken),
                "{claims:?}"
            );
        }
    }

    #[test]
    fn clocks_may_differ_a_little() {
        let tokens = tokens(1, 2);
        let soon = at(CLOCK_SKEW).timestamp();
        let early = Claims { iat: soon, nbf: Some(soon), ..claims() };
        assert!(tokens.verify(&signed(&tokens, &header(&tokens), &early), at(0)).is_ok());
    }

    #[test]
    fn another_player_cannot_be_written_into_a_token() {
        use base64::Engine;
        use base64::prelude::BASE64_URL_SAFE_NO_PAD;
        let tokens = tokens(1, 2);
        let good = signed(&tokens, &header(&tokens), &claims());
        let other = serde_json::to_vec(&Claims { sub: Uuid::from_u128(9), ..claims() }).unwrap();
        let mut parts: Vec<&str> = good.split('.').collect();
        let swapped = BASE64_URL_SAFE_NO_PAD.encode(other);
        parts[1] = &swapped;
        assert_eq!(tokens.verify(&parts.join("."), at(0)), Err(BadToken));
        // Signed again, with another key under the name of this server's key.
        let foreign = AccessTokens::new(ISSUER, Duration::from_secs(600), &[9; 32], &[8; 32]).unwrap();
        let forged = signed(&foreign, &header(&tokens), &Claims { sub: Uuid::from_u128(9), ..claims() });
        assert_eq!(tokens.verify(&forged, at(0)), Err(BadToken));
    }

    #[test]
    fn no_other_algorithm_passes() {
        use base64::Engine;
        use base64::prelude::BASE64_URL_SAFE_NO_PAD;
        use hmac::{Hmac, KeyInit, Mac};
        use sha2::Sha256;
        let tokens = tokens(1, 2);
        let good = signed(&tokens, &header(&tokens), &claims());
        let body = good.split('.').nth(1).unwrap();
        for head in [r#"{"alg":"none","typ":"at+jwt","kid":"KID"}"#, r#"{"typ":"at+jwt","kid":"KID"}"#] {
            let head = BASE64_URL_SAFE_NO_PAD.encode(head.replace("KID", &tokens.kid));
            assert_eq!(tokens.verify(&format!("{head}.{body}."), at(0)), Err(BadToken));
        }
        // Everyone knows the public key. If it were accepted as an HMAC key, everyone could sign tokens.
        let public = serde_json::to_value(&tokens.key_set.keys[0]).unwrap();
        let x = public["x"].as_str().unwrap();
        for secret in [x.as_bytes().to_vec(), BASE64_URL_SAFE_NO_PAD.decode(x).unwrap()] {
            let header = Header { alg: Algorithm::HS256, ..header(&tokens) };
            let head = BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(&header).unwrap());
            let signed = format!("{head}.{body}");
            let mut mac = Hmac::<Sha256>::new_from_slice(&secret).unwrap();
            mac.update(signed.as_bytes());
            let swapped = format!("{signed}.{}", BASE64_URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()));
            assert_eq!(tokens.verify(&swapped, at(0)), Err(BadToken));
        }
    }

    #[test]
    fn the_key_set_contains_only_public_keys() {
        let set = serde_json::to_value(tokens(1, 2).key_set()).unwrap();
        assert_eq!(set["keys"].as_array().unwrap().len(), 2);
        for key in set["keys"].as_array().unwrap() {
            assert_eq!(key["kty"], "OKP");
            assert_eq!(key["crv"], "Ed25519");
            assert_eq!(key["use"], "sig");
            assert!(key.get("d").is_none());
        }
    }
}
