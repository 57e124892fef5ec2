import type { contract } from '@dentin/contract'
import type { Handlers } from '../../../platform/http/context.ts'
import { drawSpotChecks, replySpotCheck, reviewSpotCheck } from './checks.ts'
import { qualityFigures } from './figures.ts'
import { qualityRecords } from './records.ts'

export const recordQualityHandlers: Handlers<typeof contract.recordQuality> = {
  figures: qualityFigures,
  records: qualityRecords,
  draw: drawSpotChecks,
  review: reviewSpotCheck,
  reply: replySpotCheck,
}
