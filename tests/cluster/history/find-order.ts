/**
 * What one client did to one object: asked from `start` to `end` (any clock that all share), and got an answer, or never learnt what
 * became of it (undefined).
 */
export type Call<Question, Answer> = {
  client: string
  start: number
  end: number
  question: Question
  answer: Answer | undefined
}

/** How an object behaves that is used by one client at a time. */
export type Model<State, Question, Answer> = {
  initial: State
  /** The state after a call; undefined if its answer is impossible in this state. Without an answer: after it was carried out. */
  apply: (state: State, call: Call<Question, Answer>) => State | undefined
  /** Equal for equal states. */
  keyOf: (state: State) => string
}

/** All answered calls before `first` are done, and besides those at `ahead` and the lost ones at `lost`. */
type Node<State> = { first: number; ahead: readonly number[]; lost: readonly number[]; state: State }

/**
 * Whether one order explains all answers: each call takes effect at one instant between its start and its end, those without an answer
 * at one after their start, or never. Undefined if there is one; else the call that no order gets past. Source: Wing and Gong, with Lowe's
 * memory of what was tried.
 */
export function unexplained<State, Question, Answer>(
  history: readonly Call<Question, Answer>[],
  model: Model<State, Question, Answer>,
): Call<Question, Answer> | undefined {
  const inOrder = history.toSorted((one, other) => one.start - other.start)
  const answered = inOrder.filter(({ answer }) => answer !== undefined)
  const lost = inOrder.filter(({ answer }) => answer === undefined)
  const tried = new Set<string>()
  const stack: Node<State>[] = [{ first: 0, ahead: [], lost: [], state: model.initial }]
  let furthest = 0
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.first === answered.length) return undefined
    furthest = Math.max(furthest, node.first)
    const { found, until } = nextOf(answered, node)
    const possible = [
      ...lost.flatMap((call, at) => (node.lost.includes(at) || call.start > until ? [] : [withLost(node, at, call)])),
      // The last one is tried first: what was answered, in the order of its start.
      ...found.toReversed().map((at) => withAnswered(node, at, answered[at])),
    ]
    for (const { call, ...next } of possible) {
      const state = call && model.apply(node.state, call)
      if (state === undefined) continue
      const key = `${next.first}|${next.ahead}|${next.lost}|${model.keyOf(state)}`
      if (tried.has(key)) continue
      tried.add(key)
      stack.push({ ...next, state })
    }
  }
  return answered[furthest]
}

/** The answered calls that may come next (none that began after another one had ended that is still missing), and the end of that time. */
function nextOf(answered: readonly Call<unknown, unknown>[], { first, ahead }: Node<unknown>) {
  let until = Number.POSITIVE_INFINITY
  const missing: number[] = []
  for (let at = first; at < answered.length; at++) {
    const { start, end } = answered[at] as Call<unknown, unknown>
    if (start > until) break
    if (ahead.includes(at)) continue
    until = Math.min(until, end)
    missing.push(at)
  }
  return { found: missing.filter((at) => (answered[at]?.start ?? 0) <= until), until }
}

function withLost<State, Made>({ first, ahead, lost }: Node<State>, at: number, call: Made) {
  return { first, ahead, lost: [...lost, at].sort((one, other) => one - other), call }
}

function withAnswered<State, Made>({ first, ahead, lost }: Node<State>, at: number, call: Made) {
  const done = [...ahead, at].sort((one, other) => one - other)
  let next = first
  while (done[0] === next) {
    done.shift()
    next += 1
  }
  return { first: next, ahead: done, lost, call }
}
