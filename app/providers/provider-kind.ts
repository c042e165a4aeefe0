import { z } from 'zod'

/** Settings as they stand in the environment: texts by name. */
export type Settings = Readonly<Record<string, string | undefined>>

/** What has settings of its own. */
export type WithSettings = {
  /** Each setting by its name in the environment. One without a default that is not optional must be set. */
  shape: Readonly<Record<string, z.ZodType>>
}

/** A provider that the environment can choose: the settings that it reads, and what makes it of them. */
export type ProviderKind<Provider, World> = WithSettings & {
  /** Throws where a setting is missing or wrong; the configuration has named it before, in a person's words. */
  open: (settings: Settings, world: World) => Provider
}

/** Describes a provider: `open` gets its settings checked, as their schemas give them. */
export function providerKind<Shape extends Readonly<Record<string, z.ZodType>>, Provider, World>(
  shape: Shape,
  open: (settings: z.infer<z.ZodObject<Shape>>, world: World) => Provider,
): ProviderKind<Provider, World> {
  const schema = z.object(shape)
  return { shape, open: (settings, world) => open(schema.parse(settings), world) }
}

/** The settings that a provider must have and that are not set, one line each: `reason` says why they are needed. */
export function missingSettings({ shape }: WithSettings, given: Settings, reason: string): string[] {
  return Object.entries(shape)
    .filter(([name, schema]) => given[name] === undefined && !schema.safeParse(undefined).success)
    .map(([name]) => `${name}: is required ${reason}`)
}

/** The settings of some providers, all of them optional: a wrong one is a problem whichever provider is chosen. */
export function optionalSettings(kinds: readonly WithSettings[]): Record<string, z.ZodType> {
  const shapes = kinds.flatMap(({ shape }) => Object.entries(shape))
  return Object.fromEntries(shapes.map(([name, schema]) => [name, schema.optional()]))
}

/** Of the whole environment what a provider reads, so that no other secret travels with it. */
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
