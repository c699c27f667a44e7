// What orval writes; the run copies the document beside this file.
module.exports = {
    lapidary: {
        input: "./openapi.json",
        output: { target: "./generated/orval/client.ts", client: "fetch", mode: "single", baseUrl: "http://127.0.0.1:8080" },
    },
};
