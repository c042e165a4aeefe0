import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { ApiClient } from '#app/api/app.ts'

type Creation = Awaited<ReturnType<ApiClient['account']['beginKey']>>
type Request = Awaited<ReturnType<ApiClient['account']['beginKeyCheck']>>
/** Values to send in place of those that a browser would send, to test that they are refused. */
type Lie = { origin?: string; challenge?: string; rpId?: string; counter?: number }

const USER_PRESENT = 0x01
const HAS_KEY = 0x40

/** A security key and its browser in software: ES256, attestation "none", and a counter of its own. */
export function authenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let uses = 0
  return {
    id: named.id,
    make({ challenge, rp }: Creation, lie: Lie = {}) {
      const clientData = clientDataOf('webauthn.create', { origin, challenge, ...lie })
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const key = Buffer.concat([Buffer.alloc(16), length, id, coseOf(x, y)])
      const authData = Buffer.concat([authDataOf(lie.rpId ?? rp.id, USER_PRESENT | HAS_KEY, uses), key])
      const attestationObject = attestationOf(authData).toString('base64url')
      const clientDataJSON = clientData.toString('base64url')
      return { ...named, response: { clientDataJSON, attestationObject, transports: ['usb'] } }
    },
    use({ challenge, rpId }: Request, lie: Lie = {}) {
      uses = lie.counter ?? uses + 1
      const clientData = clientDataOf('webauthn.get', { origin, challenge, ...lie })
      const authData = authDataOf(lie.rpId ?? rpId, USER_PRESENT, uses)
      const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
      const response = {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
      return { ...named, response }
    },
  }
}

function clientDataOf(type: string, { origin, challenge }: { origin: string; challenge: string }): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authDataOf(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
}

/** An EC key of P-256 for ES256 in COSE, which is CBOR (RFC 9052). */
function coseOf(x: string, y: string): Buffer {
  const bytes = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')])
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  return Buffer.concat([head, bytes(x), Buffer.from([0x22]), bytes(y)])
}

/** `{ fmt: 'none', attStmt: {}, authData }` in CBOR. */
function attestationOf(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const length = Buffer.from([0x59, authData.length >> 8, authData.length & 0xff])
  const none = [Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])]
  return Buffer.concat([...none, text('authData'), length, authData])
}
