import { list } from './deposits/list.ts'

export const deposits = { list }
