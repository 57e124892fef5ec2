import { patient as calls } from '@dentin/contract/patient'
import { shareLevelNames } from '@dentin/contract/patient-group'
import { useState } from 'react'
import { ApiError } from '../../lib/client.ts'
import { useSend } from '../../lib/query.ts'
import { Drawer } from '../../ui/heavy.ts'
import { Button, confirm, EmptyState, ErrorLine, IconButton, SkeletonRows, toast } from '../../ui/index.ts'
import { GroupDialog } from './GroupDialog.tsx'
import { GroupTag } from './GroupTag.tsx'
import { centreReads, useGroups, type PatientGroup } from './hooks.ts'
import s from './patient.module.css'

/** The groups a person sees: whoever is in one is a click away; new, changed and taken away here. */
export function Groups({
  widest,
  onShow,
  onClose,
}: {
  widest: 1 | 3
  /** Shows the list narrowed to a group. */
  onShow: (id: string) => void
  onClose: () => void
}) {
  const { data, error, refetch } = useGroups(true)
  const [edited, setEdited] = useState<PatientGroup | 'new' | null>(null)
  const remove = useSend(calls.groupDelete, { refresh: centreReads })
  const take = async (group: PatientGroup) => {
    const sure = await confirm({
      title: `删除分组“${group.name}”？`,
      body: '只解除关系，组内患者的档案不变。',
      okText: '删除',
      danger: true,
    })
    if (!sure) return
    try {
      await remove.mutateAsync({ id: group.id })
      toast.success('删除成功')
    } catch (failed) {
      toast.error(failed instanceof ApiError ? failed.message : '没有删除，请重试')
    }
  }
  return (
    <>
      <Drawer
        open
        title="患者分组"
        width={420}
        onClose={onClose}
        extra={
          <Button size="sm" icon="plus" onClick={() => setEdited('new')}>
            新建分组
          </Button>
        }
      >
        {error && !data && <ErrorLine onRetry={() => void refetch()}>分组没有读到：{error.message}</ErrorLine>}
        {!data && !error && <SkeletonRows rows={5} height={52} />}
        {data?.length === 0 && (
          <EmptyState
            layout="stack"
            icon="users"
            title="还没有分组"
            hint="把患者按治疗、意向分组，或按条件自动成组"
            action={
              <Button variant="primary" icon="plus" onClick={() => setEdited('new')}>
                新建分组
              </Button>
            }
          />
        )}
        <ul className={s.groups}>
          {data?.map((group) => (
            <li key={group.id} className={s.group}>
              <button type="button" className={s.groupOpen} onClick={() => onShow(group.id)}>
                <GroupTag group={group} />
                <span className="t-12 secondary">
                  {group.type === 2 ? '智能　' : ''}
                  {shareLevelNames[group.shareLevel]}
                  {group.shareLevel === 1 ? '' : `　${group.ownerName}`}
                </span>
                <span className={s.groupCount}>
                  <b className="num">{(group.patientCount ?? 0).toLocaleString('en-US')}</b> 人
                </span>
              </button>
              {group.canEdit && (
                <>
                  <IconButton icon="pencil" size="sm" label={`修改 ${group.name}`} onClick={() => setEdited(group)} />
                  <IconButton icon="trash" size="sm" label={`删除 ${group.name}`} onClick={() => void take(group)} />
                </>
              )}
            </li>
          ))}
        </ul>
      </Drawer>
      {edited && (
        <GroupDialog
          group={edited === 'new' ? null : edited}
          widest={widest}
          onClose={() => setEdited(null)}
          onSaved={() => setEdited(null)}
        />
      )}
    </>
  )
}
