import { confirm } from './confirm.ts'
import { create } from './create.ts'
import { end, list } from './own-alerts.ts'
import { stop } from './stop.ts'

export const alerts = { create, confirm, stop, list, end }
