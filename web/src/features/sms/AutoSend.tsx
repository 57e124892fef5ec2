import { sms, smsAudienceNames, smsScenes } from '@dentin/contract/sms'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useCan } from '../../lib/permission.ts'
import { Button, EmptyState, ErrorLine, Field, SkeletonRows, StatusIcon, Switch, Tag, toast } from '../../ui/index.ts'
import { FormDialog, Picked, Select, TimeField } from '../../ui/heavy.ts'
import { useSaveScene, useScenes, useTemplates, type Scene } from './hooks.ts'
import s from './sms.module.css'

const smsAudiences = (Object.keys(smsAudienceNames) as (keyof typeof smsAudienceNames)[]).map((value) => ({
  value,
  label: smsAudienceNames[value],
}))

/** What is sent by itself: each scene with its switch, its text, its time and whom it means. */
export function AutoSend() {
  const found = useScenes()
  const can = useCan()
  const save = useSaveScene()
  const [editing, setEditing] = useState<Scene | null>(null)
  const mayEdit = can('/SMSmanagement:edit')
  if (found.error && !found.data)
    return <ErrorLine onRetry={() => void found.refetch()}>自动发送没有读到：{found.error.message}</ErrorLine>
  if (!found.data)
    return (
      <div className={s.sceneList}>
        <SkeletonRows rows={8} double />
      </div>
    )
  const turn = (scene: Scene, enabled: boolean) => {
    if (enabled && !scene.templateId) return setEditing(scene)
    save.mutate(
      {
        scene: scene.scene,
        version: scene.version,
        enabled,
        templateId: scene.templateId,
        sendTime: scene.sendTime,
        audience: scene.audience,
      },
      {
        onSuccess: () => toast.success(enabled ? '已开启' : '已关闭'),
        onError: (error) => toast.error(error.message),
      },
    )
  }
  return (
    <div className={s.sceneList}>
      {found.data.map((scene) => {
        const about = smsScenes[scene.scene]
        return (
          <div key={scene.scene} className={s.scene}>
            <span className={s.sceneWords}>
              <span className={s.sceneHead}>
                <StatusIcon
                  shape={scene.enabled ? 'check' : 'ring'}
                  size={14}
                  className={scene.enabled ? 'brand' : 'tertiary'}
                />
                <span className="t-14 bold">{about.name}</span>
                {scene.sendTime && <Tag tone="outline">{scene.sendTime}</Tag>}
                {scene.audience !== 'all' && <Tag>{smsAudienceNames[scene.audience]}</Tag>}
                <span className="t-12 tertiary">{about.when}</span>
              </span>
              <span className="t-13 secondary">
                {scene.templateName ? `${scene.templateName}：${scene.content || '模板还在审核'}` : '还没有选择模板'}
              </span>
            </span>
            {mayEdit && (
              <>
                <Button size="sm" onClick={() => setEditing(scene)}>
                  设置
                </Button>
                <Switch
                  label={about.name}
                  checked={scene.enabled}
                  disabled={save.isPending}
                  onChange={(on: boolean) => turn(scene, on)}
                />
              </>
            )}
          </div>
        )
      })}
      {editing && <SceneDialog scene={editing} onClose={() => setEditing(null)} />}
    </div>
  )
}

function SceneDialog({ scene, onClose }: { scene: Scene; onClose: () => void }) {
  const about = smsScenes[scene.scene]
  const save = useSaveScene()
  const ready = useTemplates({ ready: true, pageSize: 100 })
  const form = useCallForm(sms.saveScene, {
    defaultValues: {
      scene: scene.scene,
      version: scene.version,
      enabled: scene.version === null ? true : scene.enabled,
      templateId: scene.templateId,
      sendTime: scene.sendTime,
      audience: scene.audience,
    },
  })
  const submit = form.save(save.mutateAsync, () => {
    toast.success('更新成功')
    onClose()
  })
  const templateId = form.watch('templateId')
  const enabled = form.watch('enabled')
  const templates = ready.data?.list.filter((each) => each.type === 1 || scene.scene === 'patient.birthday') ?? []
  const chosen = templates.find((each) => each.id === templateId)
  return (
    <FormDialog form={form} title={about.name} width={520} onClose={onClose} onSubmit={submit} submitText="保存">
      <span className="t-13 secondary">{about.when}</span>
      <Field label="自动发送" group>
        <Switch
          label="自动发送"
          checked={enabled}
          onChange={(on: boolean) => form.setValue('enabled', on, { shouldDirty: true })}
        />
      </Field>
      <Picked form={form} name="templateId" label="模板" required={enabled}>
        {(field) => (
          <Select
            label="模板"
            placeholder={templates.length === 0 ? '还没有审核通过的模板' : '请选择模板'}
            clearable
            options={templates.map((each) => ({ value: each.id, label: each.name }))}
            {...field}
          />
        )}
      </Picked>
      {chosen ? (
        <p className={s.phone}>{chosen.approvedContent}</p>
      ) : (
        templates.length === 0 &&
        ready.data && <EmptyState title="先新建短信模板，审核通过后再来开启" icon="file-edit" />
      )}
      {about.at !== null && (
        <Picked form={form} name="sendTime" label="发送时间" required help="8:00 到 21:00 之间">
          {(field) => <TimeField label="发送时间" step={15} {...field} />}
        </Picked>
      )}
      <Picked form={form} name="audience" label="适用患者">
        {(field) => <Select label="适用患者" options={smsAudiences} {...field} />}
      </Picked>
    </FormDialog>
  )
}
