"""Learns Splendor with a small network and NumPy alone: from games against itself, then also against `greedy`.

    python packages/python/examples/learn.py 8    # minutes

PPO over the vectorized environment. All that the network gets is what `lapidary.many` writes: observations,
masks, rewards. It prints the share of games that it wins against `random` and `greedy` while it learns.
"""

import sys
import time

import numpy as np
from lapidary.many import ManyGames

HIDDEN, STEPS, EPOCHS, BATCHES = 64, 32, 2, 8
DISCOUNT, TRACE, CLIP, ENTROPY, RATE = 0.99, 0.95, 0.2, 0.01, 7e-4
SEED = 1


class Network:
    """One hidden layer; it gives a logit for each index of the action space, and a value."""

    def __init__(self, games, seed):
        dice = np.random.default_rng(seed)
        self.scale = (1 / np.array(games.spaces.highs())).astype(np.float32)
        shape = len(self.scale), HIDDEN, len(games.spaces.actions) + 1
        first, second = dice.normal(0, (2 / shape[0]) ** 0.5, shape[:2]), dice.normal(0, 0.01, shape[1:])
        weights = first, np.zeros(shape[1]), second, np.zeros(shape[2])
        self.weights = [part.astype(np.float32) for part in weights]
        self.moments = [[np.zeros_like(part) for part in self.weights] for _ in range(2)]
        self.updates, self.rate = 0, RATE

    def __call__(self, observations, masks):
        first, bias, second, out_bias = self.weights
        inputs = observations * self.scale
        hidden = np.maximum(inputs @ first + bias, 0)
        out = hidden @ second + out_bias
        logits = np.where(masks, out[:, :-1], -np.inf)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return inputs, hidden, chances / chances.sum(axis=1, keepdims=True), np.tanh(out[:, -1])

    def update(self, inputs, hidden, slope):
        """A step of Adam; `slope` is the derivative of the loss by the outputs."""
        below = (slope @ self.weights[2].T) * (hidden > 0)
        self.updates += 1
        for number, one in enumerate([inputs.T @ below, below.sum(0), hidden.T @ slope, slope.sum(0)]):
            first, second = (moments[number] for moments in self.moments)
            first += 0.1 * (one - first)
            second += 0.001 * (one * one - second)
            step = first / (1 - 0.9**self.updates) / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8)
            self.weights[number] -= self.rate * step


def choose(chances, dice):
    """An index for each game, drawn by its chances."""
    sums = chances.cumsum(axis=1)
    return (sums < (1 - dice.random((len(sums), 1), np.float32)) * sums[:, -1:]).sum(axis=1)


def learn(network, games, dice):
    """Plays `STEPS` decisions in each game and learns from them. Returns how many decisions that were."""
    seen, every = [], np.arange(len(games))
    for _ in range(STEPS):
        seat = games.to_act.copy()
        before = games.observations.copy(), games.masks.copy()
        _, _, chances, values = network(*before)
        actions = choose(chances, dice)
        games.step(actions)
        # What is good for one seat is bad for the other: the sign tells whether the same seat decides next.
        sign = np.where(games.dones, 0, np.where(games.to_act == seat, 1, -1))
        earned = games.rewards[every, seat]
        seen.append((*before, actions, chances[every, actions], values, earned, sign))
    following, ahead, gains = network(games.observations, games.masks)[3], 0, []
    for *_, values, earned, sign in reversed(seen):
        ahead = earned + DISCOUNT * sign * (following + TRACE * ahead) - values
        gains.append(ahead)
        following = values
    observations, masks, actions, old, values, *_ = (np.concatenate(part) for part in zip(*seen))
    gains = np.concatenate(gains[::-1]).astype(np.float32)
    targets, scaled = values + gains, (gains - gains.mean()) / (gains.std() + 0.05)
    for _ in range(EPOCHS):
        for part in np.array_split(dice.permutation(len(actions)), BATCHES):
            inputs, hidden, chances, values = network(observations[part], masks[part])
            rows, gain = np.arange(len(part)), scaled[part]
            ratio = chances[rows, actions[part]] / old[part]
            pull = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP) * gain * ratio
            logs = np.log(np.maximum(chances, 1e-12))
            entropy = -(chances * logs).sum(axis=1, keepdims=True)
            slope = chances * (pull[:, None] + ENTROPY * (logs + entropy))
            slope[rows, actions[part]] -= pull
            value = 0.5 * (values - targets[part]) * (1 - values**2)
            network.update(inputs, hidden, np.column_stack([slope, value]).astype(np.float32) / len(part))
    return len(actions)


def results(network, opponent, games=400, seed=1):
    """What the network wins of the first game of each row: 1, or 0.5 if shared, or 0."""
    many, dice = ManyGames(games=games, seed=seed, opponent=opponent), np.random.default_rng(seed)
    seat, earned = many.to_act.copy(), np.full(games, np.nan)
    while np.isnan(earned).any():
        many.step(choose(network(many.observations, many.masks)[2] ** 2, dice))
        first = many.dones & np.isnan(earned)
        earned[first] = (many.rewards[np.arange(games), seat][first] + 1) / 2
    return earned


def main():
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 8.0
    dice, begun, spent, decisions, looks, turns = np.random.default_rng(SEED), time.monotonic(), 0.0, 0, 0, 0
    alone, against = (ManyGames(games=512, seed=SEED, opponent=one) for one in (None, "greedy"))
    network = Network(alone, SEED)
    for games in (alone, against):
        for _ in range(150):
            games.step(games.sample())  # so that not all games end at the same time
    while True:
        if spent >= looks * minutes / 8:
            shares = [f"{one} {results(network, one).mean():.3f}" for one in ("random", "greedy")]
            print(f"{spent:5.1f} min {decisions:>11,} decisions  ", *shares, flush=True)
            looks += 1
        if spent >= minutes:
            break
        turns += 1  # in the second half, every other one is against `greedy`
        decisions += learn(network, against if turns % 2 and spent > minutes / 2 else alone, dice)
        spent = (time.monotonic() - begun) / 60
        network.rate = RATE * max(1 - spent / minutes, 0.05)
    for one in ("random", "greedy"):
        learned, before = (results(net, one, 2000, 2) for net in (network, Network(alone, SEED)))
        for what, share in (f"against {one}", learned), ("more than before, on the same deals", learned - before):
            print(f"{what}: {share.mean():.3f} ± {1.96 * share.std() / len(share) ** 0.5:.3f}")
    np.savez("weights.npz", *network.weights)


if __name__ == "__main__":
    main()
