import type { Deps } from '#app/api/call/context.ts'
import { readSpan, type ShownMessage } from '#app/api/conversations/message-rows.ts'

/** How many missed messages a socket is sent; with more a page reloads the history. */
const MOST_MISSED = 1000
const BATCH = 100

type Room = { last: number; work: Promise<unknown>; isPulling: boolean; entering: number }
export type Feed = {
  /** There is news in a room: sends the sockets here what they have not seen of it, in order. */
  pull: (room: string) => void
  /**
   * Adds a socket: `enter` is called once what it missed after `after` was passed to `send`, with nothing between the
   * last of these and the first live one. Returns the room's latest `seq`, and whether too much was missed.
   */
  enter: (room: string, after: number | undefined, socket: Entering) => Promise<{ last: number; isBehind: boolean }>
  /** Removes a room without sockets. */
  forget: (room: string) => void
  /** Checks every room with sockets for news. */
  pullAll: () => void
}
type RoomsHere = {
  emit: (room: string, messages: ShownMessage[]) => void
  hasSockets: (room: string) => boolean
  log: (line: string) => void
}
type Entering = { send: (messages: ShownMessage[]) => void; enter: () => void }

/**
 * Sends each room's messages to the sockets of this process, in the order of their `seq` and each once: whatever
 * announces the news, the messages themselves are read from the database, one read after the other for each room.
 */
export function createFeed(deps: Pick<Deps, 'db' | 'settings'>, { emit, hasSockets, log }: RoomsHere): Feed {
  const rooms = new Map<string, Room>()

  return {
    pull,
    async enter(room, after, socket) {
      const at = open(room)
      at.entering++
      return inTurn(at, async () => {
        if (at.last < 0) at.last = await lastOf(room)
        else await emitNews(room, at)
        const isBehind = after !== undefined && at.last - after > MOST_MISSED
        let from = isBehind ? at.last : Math.min(after ?? at.last, at.last)
        while (from < at.last) {
          const missed = await readSpan(deps, room, { after: from, size: Math.min(BATCH, at.last - from) })
          if (missed.length === 0) break
          socket.send(missed)
          from = missed.at(-1)!.seq
        }
        socket.enter()
        return { last: at.last, isBehind }
      }).finally(() => {
        at.entering--
        // Whoever waited may have left meanwhile.
        if (at.entering === 0 && !hasSockets(room)) rooms.delete(room)
      })
    },
    forget: (room) => {
      if (rooms.get(room)?.entering === 0) rooms.delete(room)
    },
    pullAll: () => {
      for (const room of rooms.keys()) pull(room)
    },
  }

  function pull(room: string) {
    const at = rooms.get(room)
    if (!at || at.isPulling) return
    // News that arrives while this waits is read in the same read.
    at.isPulling = true
    inTurn(at, async () => {
      at.isPulling = false
      await emitNews(room, at)
    }).catch((error: unknown) => log(`live news: a room could not be read: ${String(error)}`))
  }

  function open(room: string): Room {
    const known = rooms.get(room)
    if (known) return known
    const made: Room = { last: -1, work: Promise.resolve(), isPulling: false, entering: 0 }
    rooms.set(room, made)
    return made
  }

  function inTurn<Result>(at: Room, work: (at: Room) => Promise<Result>): Promise<Result> {
    const done = at.work.then(() => work(at))
    at.work = done.catch(() => undefined)
    return done
  }

  async function emitNews(room: string, at: Room) {
    if (at.last < 0) return
    for (;;) {
      const news = await readSpan(deps, room, { after: at.last, size: BATCH })
      if (news.length === 0) return
      at.last = news.at(-1)!.seq
      emit(room, news)
      if (news.length < BATCH) return
    }
  }

  async function lastOf(room: string): Promise<number> {
    const found = await deps.db.selectFrom('conversation').select('last_seq').where('id', '=', room).executeTakeFirst()
    return found?.last_seq ?? 0
  }
}
