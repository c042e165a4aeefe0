import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

export type TracingSettings = {
  /** The base of OTLP over HTTP; `/v1/traces` is added. */
  endpoint: string
  serviceName: string
  sampler: 'always_on' | 'always_off' | 'traceidratio' | `parentbased_${'always_on' | 'always_off' | 'traceidratio'}`
  /** The share of traces that a ratio keeps, from 0 to 1. */
  ratio: number
}

/**
 * Makes spans be sent by OTLP over HTTP, as JSON, in the background. Loaded only where traces are on, before anything that makes spans.
 * Headers, time-outs, compression and certificates are read by the exporter from its own variables (`OTEL_EXPORTER_OTLP_…`). Source:
 * issue 21, D.
 * @returns sends what is left, and ends it
 */
export function startTracing({ endpoint, serviceName, ...sampling }: TracingSettings, log: (line: string) => void) {
  const say = log
  diag.setLogger(
    { error: say, warn: say, info: () => {}, debug: () => {}, verbose: () => {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    sampler: samplerOf(sampling),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  trace.setGlobalTracerProvider(provider)
  return () => provider.shutdown().catch((error: Error) => say(error.message))
}

function samplerOf({ sampler, ratio }: Pick<TracingSettings, 'sampler' | 'ratio'>): Sampler {
  const root = rootSampler(sampler.replace('parentbased_', ''), ratio)
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler()
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler()
}
