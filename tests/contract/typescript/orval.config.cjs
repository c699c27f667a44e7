// The output of orval; `tests/contract/run` copies the document next to this file.
module.exports = {
    lapidary: {
        input: "./openapi.json",
        output: { target: "./generated/orval/client.ts", client: "fetch", mode: "single", baseUrl: "http://127.0.0.1:8080" },
    },
};
