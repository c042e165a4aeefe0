import type { GatewayName } from '#app/rules/constants.ts'
import type { GatewayKind } from './gateway.ts'
import { saman } from './saman.ts'
import { yekpay } from './yekpay.ts'

/** Every gateway that payments may go through. `docs/providers.md` says how to add one. */
export const GATEWAY_KINDS: Record<GatewayName, GatewayKind> = { saman, yekpay }
