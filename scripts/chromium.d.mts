export function findChromium(): Promise<string | undefined>
export function chromiumHere(): string | undefined
export function fullChromiumHere(): string | undefined
