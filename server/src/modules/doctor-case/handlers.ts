import type { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'
import { maskPicture, openPicture } from './pictures.ts'
import { decideCase, publishCase, takeCaseDown } from './publishing.ts'
import { caseDetail, listCases } from './queries.ts'
import { showCase, shownTo } from './showing.ts'
import { caseFromRecord, removeCase, saveCase } from './writing.ts'

export const doctorCaseHandlers: Handlers<typeof contract.doctorCase> = {
  list: listCases,
  detail: caseDetail,
  picture: openPicture,
  fromRecord: caseFromRecord,
  save: saveCase,
  mask: maskPicture,
  publish: publishCase,
  decide: decideCase,
  takeDown: takeCaseDown,
  remove: removeCase,
  show: showCase,
  shownTo,
}
