import { fenToYuan, type Fen } from '@dentin/kit'

/** An amount as its column takes it. */
export const yuanIfAny = (fen: Fen | null | undefined): string | null => (fen == null ? null : fenToYuan(fen))
