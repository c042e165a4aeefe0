import { block, unblock } from './customers/block.ts'
import { list } from './customers/list.ts'
import { read } from './customers/read.ts'

export const customers = { list, read, block, unblock }
