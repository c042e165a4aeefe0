import type { DeskFrame } from './desk-frame.ts'

/** Whether whoever looks may change prices: an owner of the company or an operator. */
export function mayPrice({ role }: DeskFrame): boolean {
  return role === 'OWNER' || role === null
}
