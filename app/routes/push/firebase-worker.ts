import { firebaseWorker, workerAnswer } from '#app/features/push/worker-answer.server.ts'
import type { Route } from './+types/firebase-worker'

export async function loader({ context }: Route.LoaderArgs) {
  return workerAnswer(await firebaseWorker(context))
}
