import type { ChatSide, Sender } from '#app/rules/messages/chat-sides.ts'

/** What happened and is sent at once to whoever it concerns, whichever process their socket is at. */
export type LiveEvent =
  | { kind: 'message'; room: string; seq: number; sender: Sender; account: string | null; company: number | null }
  | { kind: 'edited'; room: string; id: number }
  | { kind: 'read'; room: string; side: ChatSide; seq: number }
  | { kind: 'typing'; room: string; sender: Sender; name: string | null; socket: string }
  /** Something came to a company's desk. */
  | { kind: 'work'; company: number }
  /** A conversation in the inbox of a company, or in ours where it is null, is not as it was. */
  | { kind: 'inbox'; company: number | null; room: string }
  /** What public pages show has changed: kept ones are outdated. */
  | { kind: 'pages' }
  /** What somebody may do has changed, or one of their sign-ins has ended. The database publishes it (migration 0240). */
  | { kind: 'access'; account: string }

/** Publishes it to every process; what was committed before can be read by whoever receives it. */
export type Publish = (event: LiveEvent) => void
