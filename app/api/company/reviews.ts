import { answer, list, read } from './reviews/reviews.ts'

export const reviews = { list, read, answer }
