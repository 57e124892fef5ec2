import type { WireOutput } from '@dentin/contract/core/call'
import { staff } from '@dentin/contract/staff'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { ApiError } from '../../lib/client.ts'
import { useCallForm } from '../../lib/form.ts'
import { useSend } from '../../lib/query.ts'
import { Dialog, Select } from '../../ui/heavy.ts'
import { ErrorLine, Field, TextField, toast } from '../../ui/index.ts'
import s from './staff.module.css'

type Post = WireOutput<typeof staff.postList>['list'][number]

/** A new post, perhaps with the grants of another, or another name for one. */
export function PostDialog({
  post,
  posts,
  onClose,
  onSaved,
}: {
  /** null: a new one. */
  post: WireOutput<typeof staff.postDetail> | null
  posts: readonly Post[]
  onClose: () => void
  onSaved: (id: string) => void
}) {
  const save = useSend(staff.savePost, { refresh: [staff.postList, staff.postDetail, staff.findInduction] })
  const form = useCallForm(staff.savePost, {
    defaultValues: {
      id: post?.id ?? null,
      version: post?.version,
      name: post?.name ?? '',
      remark: post?.remark ?? '',
      copyFrom: null,
    },
  })
  const [failure, setFailure] = useState<string | null>(null)
  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      const { id } = await save.mutateAsync(values)
      toast.success(post ? '更新成功' : '岗位已建立')
      onSaved(id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!form.showErrors(error)) setFailure(error.message)
    }
  })
  const { errors } = form.formState
  return (
    <Dialog
      open
      title={post ? '修改岗位' : '新建岗位'}
      width={440}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitText="保存"
      busy={save.isPending}
    >
      <div className={s.fields}>
        {failure && <ErrorLine>{failure}</ErrorLine>}
        <Field label="岗位名称" required error={errors.name?.message as string | undefined}>
          <TextField maxLength={20} autoFocus {...form.register('name')} />
        </Field>
        <Field label="说明" error={errors.remark?.message as string | undefined}>
          <TextField maxLength={100} {...form.register('remark')} />
        </Field>
        {!post && (
          <Field label="复制权限" help="先照搬一个岗位的权限，再逐项调整">
            <Controller
              control={form.control}
              name="copyFrom"
              render={({ field }) => (
                <Select
                  label="复制权限"
                  placeholder="不复制，从空白开始"
                  clearable
                  options={posts.filter(({ isAdmin }) => !isAdmin).map(({ id, name }) => ({ value: id, label: name }))}
                  value={field.value ?? null}
                  onChange={field.onChange}
                />
              )}
            />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
