import { AppError } from '../../../platform/errors.ts'
import type { ProviderContext } from '../../../platform/http/context.ts'
import { publishPlatformMessage, withdrawPlatformMessage } from '../../messaging/index.ts'
import { actorOf, record } from '../audit.ts'
import { clinicPlaces } from '../queries.ts'

/** Writes to all clinics, or to those named. @throws AppError NOT_FOUND one of them does not exist */
export async function publish(
  context: ProviderContext,
  input: { title: string; body: string; clinicIds: string[] | null },
): Promise<{ id: string }> {
  const { tx, services } = context
  const places = await clinicPlaces(tx, input.clinicIds ?? [])
  if (input.clinicIds && places.size !== new Set(input.clinicIds).size)
    throw new AppError('NOT_FOUND', { message: '有的门诊不存在，请重新选择' })
  const id = await publishPlatformMessage(tx, services.jobs, {
    title: input.title,
    body: input.body,
    clinicIds: input.clinicIds,
    publishedBy: context.providerName,
  })
  await record(tx, actorOf(context), {
    action: 'publish-message',
    target: { kind: 'message', id, name: input.title },
    after: {
      clinics: input.clinicIds ? [...places.values()].map((place) => place.clinicName) : '全部门诊',
      body: input.body.slice(0, 200),
    },
  })
  return { id }
}

/** Takes a message back. */
export async function withdraw(context: ProviderContext, id: string): Promise<void> {
  await withdrawPlatformMessage(context.tx, context.services.jobs, id)
  await record(context.tx, actorOf(context), { action: 'withdraw-message', target: { kind: 'message', id } })
}
