//! The attribute `#[operation]`, which makes an operation of a handler: a route, and its description in the
//! contract. `#[body]` and `#[query]` say what a request sends. `#[boxed]` is for use cases.
//!
//! It reads the signature and the doc comment, so a handler says each fact once. What the types of the
//! signature mean is known by `api/contract/describe.rs`.

mod boxed;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Expr, ExprLit, FnArg, Ident, ItemFn, Lit, LitStr, Meta, ReturnType, Token};

/// Makes an operation of a handler, which takes its place: `#[operation(get "/v1/clubs/{id}", tag = "clubs",
/// returns = "The club")]`.
///
/// `tag` is the group of the operation in the contract, and `returns` the description of its response;
/// `once` says what happens only once, and `location` what is at the path of something new. A status
/// describes its response, `"400 text/html"` one with text. A media type is another form of the response,
/// and its value an example. Any other key is the name of a parameter or a header, and its value replaces
/// the description that its type has. A key that is not an identifier is a string. The first paragraph of
/// the doc comment is the summary.
#[proc_macro_attribute]
pub fn operation(attribute: TokenStream, handler: TokenStream) -> TokenStream {
    let words = syn::parse_macro_input!(attribute as Words);
    let handler = syn::parse_macro_input!(handler as ItemFn);
    expand(&words, &handler).into()
}

/// Makes the body of a request of a struct: read as JSON, with its schema in the contract, and refused if it
/// has an unknown field.
#[proc_macro_attribute]
pub fn body(_: TokenStream, sent: TokenStream) -> TokenStream {
    let sent = Tokens::from(sent);
    quote! {
        #[derive(Debug, ::serde::Deserialize, ::utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        #sent
    }
    .into()
}

/// Makes the parameters of a query of a struct: with their descriptions in the contract, and refused if there
/// is an unknown one.
#[proc_macro_attribute]
pub fn query(_: TokenStream, sent: TokenStream) -> TokenStream {
    let sent = Tokens::from(sent);
    quote! {
        #[derive(Debug, ::serde::Deserialize, ::utoipa::IntoParams)]
        #[serde(deny_unknown_fields)]
        #[into_params(parameter_in = Query)]
        #sent
    }
    .into()
}

/// Makes a plain function with a boxed future of an `async fn`, or of each public one of an `impl` block.
///
/// The body of an `async fn` is compiled again in each crate that awaits it, with all that it awaits, and
/// that of a boxed one only in its own. In a block, functions with parameters in `<>` or an `impl` argument
/// stay as they are.
#[proc_macro_attribute]
pub fn boxed(_: TokenStream, item: TokenStream) -> TokenStream {
    let item = syn::parse_macro_input!(item as syn::Item);
    boxed::expand(item).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// What the attribute says.
struct Words {
    method: Ident,
    path: LitStr,
    others: Vec<(String, LitStr)>,
}

impl Parse for Words {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let (method, path) = (input.parse::<Ident>()?, input.parse()?);
        let mut others = Vec::new();
        while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            let key = match input.peek(LitStr) {
                true => input.parse::<LitStr>()?.value(),
                false => input.parse::<Ident>()?.to_string(),
            };
            input.parse::<Token![=]>()?;
            others.push((key, input.parse()?));
        }
        let method = format_ident!("{}", capitalized(&method.to_string()), span = method.span());
        Ok(Words { method, path, others })
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Returns the operation: a type with the name of the handler. All operations are served by functions of one
/// type, so that the code around a handler is compiled once, not for each of them.
fn expand(words: &Words, handler: &ItemFn) -> Tokens {
    let description = description(words, handler);
    let (name, visibility) = (&handler.sig.ident, &handler.vis);
    let docs = handler.attrs.iter().filter(|attribute| attribute.path().is_ident("doc"));
    let types: Vec<_> = arguments(handler).collect();
    let values: Vec<Ident> = (0..types.len()).map(|number| format_ident!("argument_{number}")).collect();
    quote! {
        #(#docs)*
        #[allow(non_camel_case_types)]
        #visibility struct #name;

        impl crate::contract::describe::Described for #name {
            #description

            fn serve(request: ::actix_web::HttpRequest, payload: ::actix_web::dev::Payload) -> crate::operation::Served {
                #handler
                Box::pin(async move {
                    let mut _payload = payload;
                    #(let #values = match crate::operation::take::<#types>(&request, &mut _payload).await {
                        Ok(taken) => taken,
                        Err(refused) => return refused,
                    };)*
                    let answer = #name(#(#values),*).await;
                    ::actix_web::Responder::respond_to(answer, &request).map_into_boxed_body()
                })
            }
        }
    }
}

/// Returns the types of the arguments of a handler.
fn arguments(handler: &ItemFn) -> impl Iterator<Item = &syn::Type> {
    handler.sig.inputs.iter().filter_map(|argument| match argument {
        FnArg::Typed(typed) => Some(&*typed.ty),
        FnArg::Receiver(_) => None,
    })
}

/// Returns the function that describes the operation: what the attribute, the doc comment, the arguments and
/// the result say.
fn description(words: &Words, handler: &ItemFn) -> Tokens {
    let (name, path, method) = (&handler.sig.ident, &words.path, &words.method);
    let text = handler.attrs.iter().filter_map(line).collect::<Vec<_>>().join("\n");
    let keys = words.others.iter().map(|(key, _)| key);
    let values = words.others.iter().map(|(_, value)| value);
    let arguments = arguments(handler);
    let result = match &handler.sig.output {
        ReturnType::Type(_, result) => quote!(#result),
        ReturnType::Default => quote!(()),
    };
    quote! {
        fn describe() -> crate::contract::describe::Description {
            use crate::contract::describe::{Argument, Description, Outcome};
            let others = &[#((#keys, #values)),*];
            let mut description = Description::new((::utoipa::openapi::HttpMethod::#method, #path), stringify!(#name), #text, others);
            #(<#arguments as Argument>::describe(&mut description);)*
            <#result as Outcome>::describe(&mut description);
            description
        }
    }
}

/// Returns the line of a doc comment, without the space before it.
fn line(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(doc) = &attribute.meta else { return None };
    if !doc.path.is_ident("doc") {
        return None;
    }
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &doc.value else { return None };
    let text = text.value();
    Some(text.strip_prefix(' ').unwrap_or(&text).trim_end().to_owned())
}
