import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    picture?: {
      /** Which of these pictures belong to something that needs them, and to what, in words. */
      heldBy?: (tx: TenantTx, imageIds: readonly string[]) => Promise<{ imageId: string; by: string }[]>
    }
  }
}

/** Refuses to delete what belongs to a record. @throws AppError PICTURE_HELD */
export async function mustBeFree(tx: TenantTx, imageIds: readonly string[]): Promise<void> {
  for (const { heldBy } of tx.parts('picture')) {
    const [first] = (await heldBy?.(tx, imageIds)) ?? []
    if (first) throw new AppError('PICTURE_HELD', { message: `图片附在${first.by}上，不能删除` })
  }
}
