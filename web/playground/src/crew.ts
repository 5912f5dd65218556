// SPDX-License-Identifier: Apache-2.0
// The page's side of the worker: questions whose answers are promised.
import { startWorker } from './assets';
import type { Answer, Answers, Kind, MoreKind, Questions } from './messages';
import type { Second } from './second';

export class Crew {
  private worker: Worker | null = null;
  private next = 1;
  private readonly waiting = new Map<number, { done: (body: never) => void; failed: (error: Error) => void }>();

  // The first question starts the worker.
  constructor(
    private readonly module: WebAssembly.Module,
    private readonly second: Second,
  ) {}

  async ask<K extends Kind>(kind: K, body: Questions[K]): Promise<Answers[K]> {
    if (!this.worker) {
      this.starting ??= this.start();
      await this.starting;
    }
    return this.post(kind, body);
  }

  // The same for what the second module answers: it is loaded at the first such question.
  async askMore<K extends MoreKind>(kind: K, body: Questions[K]): Promise<Answers[K]> {
    this.startingMore ??= this.second.module().then((module) => this.ask('startMore', { module }));
    try {
      await this.startingMore;
    } catch (error) {
      this.startingMore = null; // the next question tries again
      throw error;
    }
    return this.ask(kind, body);
  }

  private starting: Promise<void> | null = null;
  private startingMore: Promise<null> | null = null;

  private async start(): Promise<void> {
    const worker = await startWorker('worker.js');
    worker.addEventListener('message', (event: MessageEvent<Answer>) => {
      const answer = event.data;
      const asked = this.waiting.get(answer.id);
      this.waiting.delete(answer.id);
      if (!asked) return;
      if ('error' in answer) asked.failed(new Error(answer.error.message));
      else asked.done(answer.body as never);
    });
    worker.addEventListener('error', (event) => {
      for (const { failed } of this.waiting.values()) failed(new Error(event.message || 'the worker stopped'));
      this.waiting.clear();
    });
    this.worker = worker;
    await this.post('start', { module: this.module });
  }

  private post<K extends Kind>(kind: K, body: Questions[K]): Promise<Answers[K]> {
    const id = this.next++;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.worker!.postMessage({ id, kind, body });
    });
  }
}
