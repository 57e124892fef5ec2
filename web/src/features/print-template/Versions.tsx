import { printPapers, type PrintPaper } from '@dentin/contract/core/print-papers'
import type { PrintTemplateContent, TemplateOwner } from '@dentin/contract/print-template'
import { shortMoment } from '../../lib/when.ts'
import { Drawer } from '../../ui/heavy.ts'
import { Button, confirm, EmptyState, ErrorLine, SkeletonRows, Tag, toast } from '../../ui/index.ts'
import { newRequestId } from '../../lib/client.ts'
import { useTemplateSends, useVersions, type SavedVersion } from './hooks.ts'
import s from './print-template.module.css'

/** Every version of a template: who saved it, when and why; a former one can be looked at and saved once more. */
export function Versions({
  kind,
  owner,
  version,
  mayEdit,
  onLook,
  onClose,
}: {
  kind: PrintPaper
  owner: TemplateOwner
  /** Of the template as the screen has it; null: there is none. */
  version: number | null
  mayEdit: boolean
  /** Shows it in the editor and the preview, unsaved. */
  onLook: (content: PrintTemplateContent) => void
  onClose: () => void
}) {
  const { data, error, refetch } = useVersions(kind, owner)
  const { restore } = useTemplateSends()
  const again = async ({ no }: SavedVersion) => {
    const title = `把${printPapers[kind].name}的模板恢复到第 ${no} 版？`
    if (
      version === null ||
      !(await confirm({ title, body: '恢复的内容保存为新的一版，以后打印都按它。', okText: '恢复' }))
    )
      return
    restore.mutate(
      { kind, owner, no, version, requestId: newRequestId() },
      { onSuccess: (saved) => (toast.success(`已恢复，现在是第 ${saved.no} 版`), onClose()), onError: () => {} },
    )
  }
  const newest = data?.list[0]?.no
  return (
    <Drawer open title={`${printPapers[kind].name} · 历史版本`} width={440} onClose={onClose}>
      {error && <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>}
      {restore.error && <ErrorLine>{restore.error.message}</ErrorLine>}
      {!data && !error && <SkeletonRows rows={4} />}
      {data?.list.length === 0 && (
        <EmptyState icon="history" layout="stack" title="还没有保存过" hint="现在按默认打印，保存后每一版都留在这里" />
      )}
      <ol className={s.versions}>
        {data?.list.map((each) => (
          <li key={each.no}>
            <div>
              <b>第 {each.no} 版</b>
              {each.no === newest && <Tag tone="brand">现行</Tag>}
              {!each.content && <Tag tone="muted">已恢复{owner === 'clinic' ? '连锁或默认' : '默认'}</Tag>}
            </div>
            <div className={s.by}>
              {each.setterName}　{shortMoment(each.setAt)}
            </div>
            {each.note && <div className={s.note}>{each.note}</div>}
            {each.no !== newest && (
              <div className={s.acts}>
                {each.content && (
                  <Button size="sm" icon="eye" onClick={() => onLook(each.content as PrintTemplateContent)}>
                    查看
                  </Button>
                )}
                {mayEdit && (
                  <Button size="sm" icon="undo" busy={restore.isPending} onClick={() => void again(each)}>
                    恢复这一版
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
    </Drawer>
  )
}
