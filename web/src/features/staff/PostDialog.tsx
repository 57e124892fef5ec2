import type { WireOutput } from '@dentin/contract/core/call'
import { staff } from '@dentin/contract/staff'
import { useCallForm } from '../../lib/form.ts'
import { useSend } from '../../lib/query.ts'
import { FormDialog, Picked, Select } from '../../ui/heavy.ts'
import { Field, TextField, toast } from '../../ui/index.ts'

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
  const submit = form.save(save.mutateAsync, ({ id }) => {
    toast.success(post ? '更新成功' : '岗位已建立')
    onSaved(id)
  })
  return (
    <FormDialog
      title={post ? '修改岗位' : '新建岗位'}
      width={440}
      onClose={onClose}
      form={form}
      onSubmit={submit}
      submitText="保存"
    >
      <Field label="岗位名称" required error={form.errorOf('name')}>
        <TextField maxLength={20} autoFocus {...form.register('name')} />
      </Field>
      <Field label="说明" error={form.errorOf('remark')}>
        <TextField maxLength={100} {...form.register('remark')} />
      </Field>
      {!post && (
        <Picked form={form} name="copyFrom" label="复制权限" help="先照搬一个岗位的权限，再逐项调整">
          {(field) => (
            <Select
              label="复制权限"
              placeholder="不复制，从空白开始"
              clearable
              options={posts.filter(({ isAdmin }) => !isAdmin).map(({ id, name }) => ({ value: id, label: name }))}
              {...field}
            />
          )}
        </Picked>
      )}
    </FormDialog>
  )
}
