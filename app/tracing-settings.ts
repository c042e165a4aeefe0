import { z } from 'zod'
import { addressSetting, textSetting } from './providers/provider-kind.ts'
import type { TracingSettings } from './tracing/start-tracing.ts'

/** The standard's own names. Source: OpenTelemetry, "General SDK Configuration" and "OTLP Exporter Configuration". */
export const TRACING_ENVIRONMENT = {
  OTEL_EXPORTER_OTLP_ENDPOINT: addressSetting.optional(),
  /** Read by the exporter itself, as are its further settings. */
  OTEL_EXPORTER_OTLP_HEADERS: textSetting.optional(),
  OTEL_SERVICE_NAME: textSetting.default('savari'),
  /** Read by the SDK itself. */
  OTEL_RESOURCE_ATTRIBUTES: textSetting.optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a share from 0 to 1').min(0).max(1).default(1),
}

/** Where traces go, and how many; undefined: none are made. */
export function tracingSettingsOf(env: z.infer<z.ZodObject<typeof TRACING_ENVIRONMENT>>): TracingSettings | undefined {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  return {
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    serviceName: env.OTEL_SERVICE_NAME,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  }
}
