import { pushWorker, workerAnswer } from '#app/features/push/worker-answer.server.ts'

export const loader = () => workerAnswer(pushWorker())
