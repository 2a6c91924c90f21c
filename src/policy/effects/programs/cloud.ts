import { defineProgram } from '../define.ts';
import { asked } from '../languages/cloud.ts';
import { headOf } from '../words.ts';

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
      '-i --stdin': 'text',
      '-t --tty': 'text',
      '--force --now': 'force',
      '--grace-period --timeout --tail --since --token --as --type -p --patch --image --replicas=': 'text',
      '-A -w -R -h --all-namespaces --watch --all -v': 'text',
    },
    subs: {
      get: {
        quiet: true,
        inspect(call, found) {
          const target = call.operands.find((word) => /^secrets?(\/|,|$)/.test(headOf(word)));
          if (target && call.has('-o')) found.effect({ kind: 'read', target, note: 'secret' });
        },
      },
      rollout: { quiet: true, subs: { 'status history': 'quiet' }, otherwise: 'change cluster' },
      'describe logs top version explain api-resources api-versions cluster-info diff events wait options': 'quiet',
      auth: 'quiet',
      config: {
        quiet: true,
        subs: { 'view current-context get-contexts get-clusters get-users': 'quiet' },
        otherwise: 'change settings',
      },
      delete: 'change cluster force',
      'drain cordon uncordon taint': 'change cluster force',
      'apply create replace patch edit scale autoscale set label annotate run expose debug certificate':
        'change cluster',
      'exec attach': { style: 'posix', effects: 'change cluster: runs a program in it' },
      cp: { operands: { first: 'read', last: 'write' }, effects: 'change cluster' },
      'port-forward proxy': 'contact',
    },
    otherwise: 'change cluster',
    examples: {
      'kubectl get pods -A': 'quiet',
      'kubectl get secret x -o yaml': 'quiet, read secret',
      'kubectl rollout status d/x': 'quiet',
      'kubectl delete ns prod': 'change cluster ns force',
      'kubectl -n x apply -f a.yml': 'read a.yml, change cluster',
      'kubectl exec -it pod -- rm -rf /': 'change cluster pod',
    },
  }),
  defineProgram({
    names: 'helm helmfile flux argocd kustomize skaffold tilt istioctl kops eksctl kubeadm velero linkerd',
    summary: 'Manage what runs in a cluster.',
    quiet: true,
    options: { '-n --namespace --kube-context --kubeconfig -f --values=': 'text' },
    subs: {
      'list ls get status history show search template lint version env verify help build diff check': 'quiet',
      'uninstall delete del rollback destroy reset': 'change cluster force',
      'repo plugin pull dependency dep': 'contact + change settings',
      push: 'contact + change remote',
    },
    otherwise: 'change cluster',
    examples: {
      'helm list': 'quiet',
      'helm uninstall x': 'change cluster x force',
      'helm upgrade a b': 'change cluster upgrade',
    },
  }),
  defineProgram({
    names: 'terraform tofu terragrunt pulumi cdktf packer nomad waypoint',
    summary: 'Builds things in clouds from descriptions.',
    style: 'dash',
    quiet: true,
    options: { '-chdir -C -cwd=': 'folder' },
    subs: {
      'validate fmt show output version providers graph console help preview': 'quiet',
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
      'terraform destroy -auto-approve': 'change cloud force',
      'terraform apply --destroy': 'change cloud force',
      'terraform -chdir=infra validate': 'quiet, cd infra',
      'terraform state rm a': 'change cloud a force',
    },
  }),
  defineProgram({
    names: `
      aws gcloud az doctl linode-cli hcloud oci ibmcloud aliyun gsutil s3cmd s5cmd eb sam copilot scw exo
      ovh stripe auth0 okta vault doppler op bw infisical
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
      'aws s3 rm s3://b --recursive': 'contact, change cloud s3 force',
      'aws ec2 terminate-instances --instance-ids i': 'contact, change cloud ec2 force',
      'gcloud compute instances list': 'contact, read compute',
      'az group delete -n x': 'contact, change cloud group force',
      'aws s3 cp .env s3://b': 'contact, change cloud s3, read .env',
    },
  }),
  defineProgram({
    names: `
      ansible ansible-playbook ansible-galaxy ansible-vault salt salt-call puppet chef-client knife
      cfengine pyinfra
    `,
    summary: 'Set up machines.',
    options: {
      '-i --inventory --vault-password-file --private-key=': 'read',
      '-a --args=': 'change remote force: runs on other machines',
      '-m -e --extra-vars -l --limit -t --tags=': 'text',
      '-b --become -K': 'privilege',
      '-C --check': 'text',
      '--syntax-check --list-hosts --list-tasks --list-tags': 'help',
    },
    operands: 'read',
    effects: 'contact + change remote: sets up machines',
    examples: {
      'ansible-playbook -i hosts site.yml': 'read hosts, read site.yml, contact, change remote site.yml',
      "ansible all -m shell -a 'rm x'": 'change remote rm x force, read all, contact, change remote all',
      'ansible --version': 'quiet',
    },
  }),
];
