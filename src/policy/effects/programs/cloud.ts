import { defineProgram, type Part } from '../define.ts';
import { asked } from '../languages/cloud.ts';
import { headOf, textOf } from '../words.ts';

/** What a command would change is only shown with `--dry-run`, unless that is `none`. */
function unlessDry(isForced = false): Part {
  return {
    inspect(call, found) {
      const isReal = call.values('--dry-run').some((word) => !/^(client|server|true)$/.test(textOf(word) ?? ''));
      const [target] = call.operands;
      if (call.has('--dry-run') && !isReal) found.effect({ kind: 'contact' });
      else
        found.effect({ kind: 'change', thing: 'cluster', ...(target && { target }), ...(isForced && { force: true }) });
    },
  };
}

/** Clusters and clouds. */
export const cloud = [
  defineProgram({
    names: 'kubectl oc k microk8s k3s',
    summary: 'Manages a cluster.',
    quiet: true,
    isGlobal: true,
    options: {
      '-n --namespace --context --cluster --user -o --output -l --selector -c --container --field-selector -s --server=':
        'text',
      '--kubeconfig=': 'read',
      '-f --filename -k --kustomize=': 'read',
      '-i --stdin': 'flag',
      '-t --tty': 'flag',
      '--force --now': 'force',
      '--dry-run[=]': 'flag',
      '--grace-period --timeout --tail --since --token --as --type -p --patch --image --replicas=': 'text',
      '-A -w -R -h --all-namespaces --watch --all -v': 'text',
    },
    subs: {
      get: {
        quiet: true,
        options: { '--raw=': 'flag' },
        inspect(call, found) {
          const target = call.operands.find((word) => /(?:^|,)secrets?(?:\.v1)?(?:\/|,|$)/.test(headOf(word)));
          if (target && call.has('-o')) found.effect({ kind: 'read', target, note: 'secret' });
          // `--raw` is an address below that of the cluster.
          for (const path of call.values('--raw'))
            if (/secrets|^$/.test(headOf(path))) found.effect({ kind: 'read', target: path, note: 'secret' });
        },
      },
      rollout: { quiet: true, subs: { 'status history': 'quiet' }, otherwise: 'change cluster' },
      'describe logs top version explain api-resources api-versions cluster-info diff events wait options': 'quiet',
      auth: 'quiet',
      config: {
        quiet: true,
        subs: {
          'current-context get-contexts get-clusters get-users': 'quiet',
          view: { quiet: true, options: { '--raw[=]': 'read: secrets of the cluster', '-o --output=': 'text' } },
        },
        otherwise: 'change settings',
      },
      'delete drain cordon uncordon taint': unlessDry(true),
      'apply create replace patch scale autoscale set label annotate expose certificate': unlessDry(),
      'run debug': { ...unlessDry(), also: [{ if: '-i -t', effects: 'terminal' }] },
      edit: 'change cluster + terminal',
      'exec attach': {
        effects: 'change cluster: runs a program in it',
        also: [{ if: '-i -t', effects: 'terminal' }],
      },
      cp: { operands: { first: 'read', last: 'write' }, effects: 'change cluster' },
      'port-forward proxy': 'contact',
    },
    otherwise: 'change cluster',
    examples: {
      'kubectl get pods -A': 'quiet',
      'kubectl get secret x -o yaml': 'quiet, read secret',
      'kubectl get all,secret -o yaml': 'quiet, read all,secret',
      'kubectl get --raw /api/v1/secrets': 'quiet, read /api/v1/secrets',
      'kubectl config view --raw': 'quiet, read',
      'kubectl config view --minify': 'quiet',
      'kubectl rollout status d/x': 'quiet',
      'kubectl delete ns prod': 'change cluster ns force',
      'kubectl -n x apply -f a.yml': 'read a.yml, change cluster',
      'kubectl apply --dry-run=client -f a.yml': 'read a.yml, contact',
      'kubectl apply --dry-run=none -f a.yml': 'read a.yml, change cluster',
      'kubectl delete --dry-run=server ns x': 'contact',
      'kubectl exec pod -- rm -it /': 'change cluster pod',
      'kubectl exec pod -it -- sh': 'change cluster pod, terminal',
      'kubectl run -it x --image=a -- sh': 'terminal, change cluster x',
    },
  }),
  defineProgram({
    names: 'helm helmfile flux argocd kustomize skaffold tilt istioctl kops eksctl kubeadm velero linkerd',
    summary: 'Manage what runs in a cluster.',
    quiet: true,
    options: {
      '-n --namespace --kube-context --kubeconfig -f --values=': 'text',
      '--output-dir=': 'write',
      '--dry-run[=]': 'flag',
    },
    isGlobal: true,
    subs: {
      'list ls get status history show search template lint version env verify help build diff check': 'quiet',
      'uninstall delete del rollback destroy reset': unlessDry(true),
      'repo plugin pull dependency dep': 'contact + change settings',
      push: 'contact + change remote force: publishes a package',
    },
    otherwise: unlessDry(),
    examples: {
      'helm list': 'quiet',
      'helm uninstall x': 'change cluster x force',
      'helm upgrade a b': 'change cluster upgrade',
      'helm upgrade --dry-run a b': 'contact',
    },
  }),
  defineProgram({
    names: 'terraform tofu terragrunt pulumi cdktf packer nomad waypoint',
    summary: 'Builds things in clouds from descriptions.',
    style: 'dash',
    quiet: true,
    options: { '-chdir -C -cwd=': 'folder' },
    subs: {
      'validate fmt show output version providers graph help preview': 'quiet',
      console: { quiet: true, also: [{ if: 'tty', effects: 'terminal' }] },
      plan: {
        quiet: true,
        options: { '-out=': 'write', '-destroy': 'text', '-var-file=': 'read', '-var -target=': 'text' },
        effects: 'contact',
      },
      'init get': 'contact + change packages',
      'destroy down': 'change cloud force',
      apply: {
        options: {
          '-auto-approve': 'text',
          '-destroy': 'force',
          '-var-file=': 'read',
          '-var -target -parallelism=': 'text',
        },
        effects: 'change cloud',
      },
      state: { quiet: true, subs: { 'list show pull': 'quiet', 'rm mv push replace-provider': 'change cloud force' } },
      workspace: {
        quiet: true,
        subs: { 'list show': 'quiet', delete: 'change cloud force' },
        otherwise: 'change settings',
      },
      'force-unlock taint untaint': 'change cloud force',
      stack: {
        quiet: true,
        subs: { 'ls output history': 'quiet', rm: 'change cloud force' },
        otherwise: 'change settings',
      },
      'run-all': { inspect: asked('cloud') },
    },
    otherwise: 'change cloud',
    examples: {
      'terraform plan -out=p': 'write p, contact',
      'terraform console': 'terminal',
      'terraform console <<< 1': 'quiet',
      'terraform destroy -auto-approve': 'change cloud force',
      'terraform apply --destroy': 'change cloud force',
      'terraform -chdir=infra validate': 'quiet, cd infra',
      'terraform state rm a': 'change cloud a force',
    },
  }),
  defineProgram({
    names: `
      aws gcloud az doctl linode-cli hcloud oci ibmcloud aliyun gsutil s3cmd s5cmd eb sam copilot scw exo
      ovh stripe auth0 okta
    `,
    summary: 'Manage things in clouds.',
    options: {
      '--profile --region --output --query --endpoint-url --project --zone --subscription -g --resource-group --format=':
        'text',
      '--cli-input-json --template-file --body --zip-file=': 'text',
    },
    effects: 'contact',
    inspect: asked('cloud'),
    examples: {
      'aws s3 ls': 'contact, read s3',
      'aws configure get region': 'contact, read configure',
      'aws configure get aws_secret_access_key': 'contact, read configure',
      'aws s3 rm s3://b --recursive': 'contact, change cloud s3 force',
      'aws ec2 terminate-instances --instance-ids i': 'contact, change cloud ec2 force',
      'gcloud compute instances list': 'contact, read compute',
      'az group delete -n x': 'contact, change cloud group force',
      'aws s3 cp .env s3://b': 'contact, change cloud s3, read .env',
      'aws configure': 'contact, change cloud configure, terminal',
      'gcloud auth login': 'contact, change cloud auth, terminal',
      'az login --service-principal': 'contact, change cloud login',
    },
  }),
  defineProgram({
    names: 'vault doppler op bw infisical',
    summary: 'Keep secrets for programs, and print them.',
    subs: {
      run: {
        style: 'posix',
        options: {
          '--command=': 'script',
          '--env-file=': 'read',
          '--account -p --project --projectId -c --config -t --token --env --path --mount --name-transformer=': 'text',
        },
        operands: { rest: 'argv' },
        effects: 'contact',
      },
    },
    otherwise: { effects: 'contact', inspect: asked('cloud', true) },
    examples: {
      'vault status': 'contact, read status',
      'vault kv get secret/x': 'contact, read kv',
      'op read op://v/i/f': 'contact, read read',
      'bw get password x': 'contact, read get',
      'doppler run -- rm x': 'contact, > rm x',
    },
  }),
  defineProgram({
    names: `
      ansible ansible-playbook ansible-pull salt salt-call puppet chef-client knife cfengine pyinfra
    `,
    summary: 'Set up machines.',
    options: {
      '-i --inventory --vault-password-file --private-key=': 'read',
      '-a --args=': 'change remote force: runs on other machines',
      '-m --module-name=': 'flag',
      '-e --extra-vars -l --limit -t --tags=': 'text',
      '-b --become -K': 'privilege',
      '-C --check --noop --dry-run --why-run': 'flag',
      '--syntax-check --list-hosts --list-tasks --list-tags': 'help',
    },
    operands: 'read',
    effects: 'contact',
    inspect(call, found) {
      const isLooking = call
        .values('-m')
        .some((word) => /^(ansible\.builtin\.)?(ping|setup|debug)$/.test(headOf(word)));
      const [target] = call.operands;
      if (!isLooking && !call.has('-C') && target)
        found.effect({ kind: 'change', thing: 'cloud', target, note: 'sets up machines' });
    },
    examples: {
      'ansible-playbook --check site.yml': 'read site.yml, contact',
      'ansible all -m ping': 'read all, contact',
      'ansible-playbook -i hosts site.yml': 'read hosts, read site.yml, contact, change cloud site.yml',
      "ansible all -m shell -a 'rm x'": 'change remote rm x force, read all, contact, change cloud all',
      'ansible --version': 'quiet',
    },
  }),
  defineProgram({
    names: 'ansible-galaxy ansible-vault ansible-doc ansible-inventory ansible-config ansible-lint',
    summary: 'Prepare what sets up machines.',
    quiet: true,
    options: { '-i --inventory --vault-password-file -r=': 'read', '-p --roles-path --output=': 'write' },
    subs: {
      'view decrypt': { operands: 'read', effects: 'read: secrets of a vault' },
      'edit create': { operands: 'write', effects: 'terminal' },
      'install collection role': 'contact: packages + change packages',
    },
    otherwise: 'run: with the settings of the project',
    examples: {
      'ansible-vault view a.yml': 'read a.yml, read',
      'ansible-galaxy install x': 'contact, change packages x',
      'ansible-lint site.yml': 'run site.yml',
    },
  }),
];
