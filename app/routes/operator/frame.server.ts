import type { RouterContextProvider } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'

type Context = Readonly<RouterContextProvider>
type Frame = Awaited<ReturnType<typeof read>>

const frames = new WeakMap<Context, Promise<Frame>>()

/** What the frame around every page shows, and the operator's role; read once for each request. */
export function operatorFrame(context: Context): Promise<Frame> {
  const known = frames.get(context) ?? read(context)
  frames.set(context, known)
  return known
}

async function read(context: Context) {
  const { waiting, role } = await apiOf(context).operator.overview.read({ days: 7 })
  return { waiting, role }
}
