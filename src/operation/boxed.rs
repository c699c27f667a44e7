//! The attribute `#[boxed]`. It works on tokens: it does not know what a type means, only where a lifetime is
//! left out.

use proc_macro2::{Group, Span, TokenStream as Tokens, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{
    Block, Error, FnArg, ImplItem, ImplItemFn, Item, Lifetime, Pat, Receiver, ReceiverKind, Result,
    ReturnType, Signature, Stmt, Type, Visibility,
};

/// Returns a function, or the public functions of an `impl` block, with boxed futures.
pub(crate) fn expand(item: Item) -> Result<Tokens> {
    match item {
        Item::Fn(mut function) => {
            check(&function.sig)?;
            boxed(&mut function.sig, &mut function.block)?;
            Ok(function.into_token_stream())
        }
        Item::Impl(mut methods) => {
            let borrows = methods.self_ty.to_token_stream().into_iter().any(|token| is_mark(&token, '<'));
            let mut found = false;
            for item in &mut methods.items {
                if let ImplItem::Fn(method) = item
                    && is_boxed(method, borrows)
                {
                    boxed(&mut method.sig, &mut method.block)?;
                    found = true;
                }
            }
            match found {
                true => Ok(methods.into_token_stream()),
                false => Err(Error::new_spanned(&methods.self_ty, "no function here can be boxed")),
            }
        }
        other => Err(Error::new_spanned(other, "only functions and `impl` blocks can be boxed")),
    }
}

fn check(signature: &Signature) -> Result<()> {
    let reason = match (signature.asyncness, is_plain(signature)) {
        (Some(_), true) => return Ok(()),
        (None, _) => "only an `async fn` can be boxed",
        (_, false) => "a boxed function has no parameters in `<>` and no `impl` argument",
    };
    Err(Error::new_spanned(&signature.ident, reason))
}

/// Whether a method of a block becomes a boxed one. Not if it takes a value that borrows, for a time that has
/// no name here.
fn is_boxed(method: &ImplItemFn, borrows: bool) -> bool {
    let takes_self = method.sig.receiver().is_some_and(|receiver| !is_reference(receiver));
    let public = !matches!(method.vis, Visibility::Inherited);
    public && check(&method.sig).is_ok() && !(takes_self && borrows)
}

fn is_reference(receiver: &Receiver) -> bool {
    matches!(receiver.kind, ReceiverKind::Reference(..))
}

/// Whether the function is the same for all callers.
fn is_plain(signature: &Signature) -> bool {
    let mut arguments = signature.inputs.to_token_stream().into_iter();
    signature.generics.params.is_empty() && !arguments.any(|token| is_word(&token, "impl"))
}

/// Makes a plain function of an `async fn`.
fn boxed(signature: &mut Signature, body: &mut Block) -> Result<()> {
    let mut lifetimes = Lifetimes::default();
    let mut first = Tokens::new();
    for (place, argument) in signature.inputs.iter_mut().enumerate() {
        first.extend(keep(argument, place));
        *argument = syn::parse2(lifetimes.name(argument.to_token_stream(), false))?;
    }
    let output = match &signature.output {
        ReturnType::Type(_, output) => lifetimes.name(output.to_token_stream(), false),
        ReturnType::Default => quote!(()),
    };
    let bound = lifetimes.shared.then(|| quote!(+ 'f));
    let all = lifetimes.all();
    signature.asyncness = None;
    signature.generics = syn::parse2(quote!(<#(#all),*>))?;
    signature.output = syn::parse2(quote! {
        -> ::std::pin::Pin<::std::boxed::Box<dyn ::std::future::Future<Output = #output> + ::std::marker::Send #bound>>
    })?;
    let statements = &body.stmts;
    let future = quote!(::std::boxed::Box::pin(async move { #first #(#statements)* }));
    body.stmts = vec![Stmt::Expr(syn::parse2(future)?, None)];
    Ok(())
}

/// Returns the statement that keeps an argument until the future ends, as an `async fn` does. A block keeps
/// only what it names, and of a value only the fields that it names.
fn keep(argument: &mut FnArg, place: usize) -> Tokens {
    match argument {
        FnArg::Receiver(receiver) if is_reference(receiver) => Tokens::new(),
        FnArg::Receiver(_) => quote!(let _ = &self;),
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(_) if matches!(*typed.ty, Type::Reference(_)) => Tokens::new(),
            Pat::Ident(name) => {
                let name = &name.ident;
                quote!(let _ = &#name;)
            }
            pattern => {
                let (name, given) = (format_ident!("argument_{place}"), &typed.ty);
                let statements = quote!(let _ = &#name; let #pattern = #name;);
                *argument = syn::parse_quote!(#name: #given);
                statements
            }
        },
    }
}

/// The lifetimes that a signature leaves out.
#[derive(Default)]
struct Lifetimes {
    shared: bool,
    own: usize,
}

impl Lifetimes {
    /// Names each lifetime that is left out. All share one name: with a name for each and bounds between them
    /// the compiler would prove that a future can be sent again and again. What is behind a `&mut` cannot be
    /// shortened and gets a name of its own.
    fn name(&mut self, tokens: Tokens, mut fixed: bool) -> Tokens {
        let mut named = Tokens::new();
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => {
                    let inner = self.name(group.stream(), fixed);
                    let mut copy = Group::new(group.delimiter(), inner);
                    copy.set_span(group.span());
                    named.extend([TokenTree::Group(copy)]);
                }
                TokenTree::Punct(mark) if mark.as_char() == '&' => {
                    named.extend([TokenTree::Punct(mark)]);
                    if !tokens.peek().is_some_and(|token| is_mark(token, '\'')) {
                        named.extend(self.next(fixed));
                    }
                    fixed |= tokens.peek().is_some_and(|token| is_word(token, "mut"));
                }
                TokenTree::Punct(mark) if mark.as_char() == '\'' => {
                    match tokens.next_if(|token| is_word(token, "_")) {
                        Some(_) => named.extend(self.next(fixed)),
                        None => named.extend([TokenTree::Punct(mark)]),
                    }
                }
                other => named.extend([other]),
            }
        }
        named
    }

    fn next(&mut self, fixed: bool) -> Tokens {
        self.shared |= !fixed;
        self.own += usize::from(fixed);
        let name = if fixed { format!("'f{}", self.own) } else { "'f".to_owned() };
        Lifetime::new(&name, Span::call_site()).into_token_stream()
    }

    fn all(&self) -> impl Iterator<Item = Lifetime> {
        let own = (1..=self.own).map(|at| format!("'f{at}"));
        let names = self.shared.then(|| "'f".to_owned()).into_iter().chain(own);
        names.map(|name| Lifetime::new(&name, Span::call_site()))
    }
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == mark)
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(found) if found == word)
}
