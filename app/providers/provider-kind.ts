import { z } from 'zod'

/** Settings as in the environment: texts by name. */
export type Settings = Readonly<Record<string, string | undefined>>

/** Something with settings of its own. */
export type WithSettings = {
  /** Each setting by its name in the environment. One without a default that is not optional must be set. */
  shape: Readonly<Record<string, z.ZodType>>
}

/** A provider that the settings can choose: the settings that it reads, and a function that opens it. */
export type ProviderKind<Provider, World> = WithSettings & {
  /** Throws when a setting is missing or wrong, which the configuration has reported before, in a message for people. */
  open: (settings: Settings, world: World) => Provider
}

/** Defines a provider: `open` gets its settings as their schemas have parsed them. */
export function providerKind<Shape extends Readonly<Record<string, z.ZodType>>, Provider, World>(
  shape: Shape,
  open: (settings: z.infer<z.ZodObject<Shape>>, world: World) => Provider,
): ProviderKind<Provider, World> {
  const schema = z.object(shape)
  return { shape, open: (settings, world) => open(schema.parse(settings), world) }
}

/** A line for each required setting of a provider that is not set; `reason` says why it is needed. */
export function missingSettings({ shape }: WithSettings, given: Settings, reason: string): string[] {
  return Object.entries(shape)
    .filter(([name, schema]) => given[name] === undefined && !schema.safeParse(undefined).success)
    .map(([name]) => `${name}: is required ${reason}`)
}

/** The settings of some providers, all optional: a wrong value is an error even if another provider is chosen. */
export function optionalSettings(kinds: readonly WithSettings[]): Record<string, z.ZodType> {
  const shapes = kinds.flatMap(({ shape }) => Object.entries(shape))
  return Object.fromEntries(shapes.map(([name, schema]) => [name, schema.optional()]))
}

/** The settings that a provider reads, out of the whole environment, so that it gets no other secrets. */
export function ownSettings({ shape }: WithSettings, given: Settings): Settings {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, given[name]]))
}

/** A setting that is some text. */
export const textSetting = z.string().trim().min(1)

/** A setting that is an http or https address, without a slash at its end. */
export const addressSetting = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/$/, ''))

/** A setting that is "yes" or "no". */
export const flagSetting = z.enum(['yes', 'no'], 'must be "yes" or "no"').transform((value) => value === 'yes')
