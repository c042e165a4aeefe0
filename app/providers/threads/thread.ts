import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A thread that answers one question after the other. */
export type Thread<Question extends object, Answer> = {
  /** Undefined where it took too long, needed too much memory, or died; the next question gets a new thread. */
  ask: (question: Question) => Promise<Answer | undefined>
  close: () => Promise<void>
}

type Settings = {
  /** The source file, which says "ready" and then answers each message. Production has the sources, too. */
  file: string
  name: string
  withinMs: number
  memoryMb: number
}

/** Answers questions outside the site's own thread, which is started with the first of them. Source: *ours*. */
export function createThread<Question extends object, Answer>(settings: Settings): Thread<Question, Answer> {
  let worker: Promise<Worker> | undefined
  let turn: Promise<unknown> = Promise.resolve()

  return {
    ask(question) {
      const mine = turn.then(() => askNext(question))
      turn = mine.catch(() => {})
      return mine
    },
    close: end,
  }

  async function askNext(question: Question): Promise<Answer | undefined> {
    worker ??= startWorker(settings, forget)
    const answer = await answerOf(await worker, question, settings.withinMs)
    if (answer === undefined) await end()
    return answer as Answer | undefined
  }

  async function end() {
    const ended = worker
    forget()
    await (await ended)?.terminate()
  }

  function forget() {
    worker = undefined
  }
}

/** `onError` is called when it does not start, or dies; a caller that waits for its answer notices that itself. */
async function startWorker({ file, name, memoryMb }: Settings, onError: () => void): Promise<Worker> {
  const worker = new Worker(file, {
    ...{ name, execArgv: [], env: {} },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: memoryMb / 4 },
  })
  worker.on('error', onError)
  await once(worker, 'message')
  // Between questions it does not keep the process alive.
  worker.unref()
  return worker
}

/** The worker's answer; undefined when it did not answer in time, or died. */
async function answerOf(worker: Worker, question: object, withinMs: number): Promise<unknown> {
  try {
    const answered = once(worker, 'message', { signal: AbortSignal.timeout(withinMs) })
    worker.postMessage(question)
    const [answer] = await answered
    return answer
  } catch {
    return undefined
  }
}
