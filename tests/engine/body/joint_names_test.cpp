// The joint names of published rigs: every joint of the human body lands where it should. The names are facts of these
// programs, as their documentation, samples and exports have them; each row says where to look them up.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "crossfade/body/humanoid.h"
#include "tests/engine/retarget/human_skeleton.h"

namespace crossfade {
namespace {

using test::PlainJoint;

/// Lists of names with commas in between, from the trunk on. "!name": the rig has it there, and it is no joint of the
/// body. "-": the rig has none.
struct Rig {
  const char* name;
  const char* source;
  const char* above;  // the hips
  const char* hips;   // begins the spine and holds the legs
  const char* spine;  // the last one holds the arms
  const char* neck;
  const char* head;
  const char* arm;      // shoulder, upper arm, lower arm, hand, all on the left
  const char* fingers;  // thumb; index; middle; ring; little
  const char* leg;      // upper leg, lower leg, foot, toes
  const char* left;     // becomes `right` in the names of the other side
  const char* right;
  const char* beside = "";  // "name<parent": joints that are no part of the body
};

// clang-format off
const std::vector<Rig> kRigs{
    {"Mixamo", "characters of mixamo.com as FBX",
     "", "mixamorig:Hips", "mixamorig:Spine,mixamorig:Spine1,mixamorig:Spine2", "mixamorig:Neck", "mixamorig:Head",
     "mixamorig:LeftShoulder,mixamorig:LeftArm,mixamorig:LeftForeArm,mixamorig:LeftHand",
     "mixamorig:LeftHandThumb1,mixamorig:LeftHandThumb2,mixamorig:LeftHandThumb3,!mixamorig:LeftHandThumb4;mixamorig:LeftHandIndex1,mixamorig:LeftHandIndex2,mixamorig:LeftHandIndex3,!mixamorig:LeftHandIndex4;mixamorig:LeftHandMiddle1,mixamorig:LeftHandMiddle2,mixamorig:LeftHandMiddle3;mixamorig:LeftHandRing1,mixamorig:LeftHandRing2,mixamorig:LeftHandRing3;mixamorig:LeftHandPinky1,mixamorig:LeftHandPinky2,mixamorig:LeftHandPinky3",
     "mixamorig:LeftUpLeg,mixamorig:LeftLeg,mixamorig:LeftFoot,mixamorig:LeftToeBase,!mixamorig:LeftToe_End", "Left", "Right",
     "mixamorig:HeadTop_End<mixamorig:Head"},
    {"Mixamo in Blender and Godot, without colons", "Godot's importer replaces ':' by '_'",
     "", "mixamorig_Hips", "mixamorig_Spine,mixamorig_Spine1,mixamorig_Spine2", "mixamorig_Neck", "mixamorig_Head",
     "mixamorig_LeftShoulder,mixamorig_LeftArm,mixamorig_LeftForeArm,mixamorig_LeftHand",
     "mixamorig_LeftHandThumb1,mixamorig_LeftHandThumb2,mixamorig_LeftHandThumb3;mixamorig_LeftHandIndex1,mixamorig_LeftHandIndex2,mixamorig_LeftHandIndex3;mixamorig_LeftHandMiddle1,mixamorig_LeftHandMiddle2,mixamorig_LeftHandMiddle3;mixamorig_LeftHandRing1,mixamorig_LeftHandRing2,mixamorig_LeftHandRing3;mixamorig_LeftHandPinky1,mixamorig_LeftHandPinky2,mixamorig_LeftHandPinky3",
     "mixamorig_LeftUpLeg,mixamorig_LeftLeg,mixamorig_LeftFoot,mixamorig_LeftToeBase", "Left", "Right"},
    {"Unreal Engine 4", "SK_Mannequin",
     "root", "pelvis", "spine_01,spine_02,spine_03", "neck_01", "head",
     "clavicle_l,upperarm_l,lowerarm_l,hand_l",
     "thumb_01_l,thumb_02_l,thumb_03_l;index_01_l,index_02_l,index_03_l;middle_01_l,middle_02_l,middle_03_l;ring_01_l,ring_02_l,ring_03_l;pinky_01_l,pinky_02_l,pinky_03_l",
     "thigh_l,calf_l,foot_l,ball_l", "_l", "_r",
     "upperarm_twist_01_l<upperarm_l,lowerarm_twist_01_l<lowerarm_l,thigh_twist_01_l<thigh_l,calf_twist_01_l<calf_l,ik_foot_l<root,ik_hand_l<root"},
    {"Unreal Engine 5", "SKM_Manny",
     "root", "pelvis", "spine_01,spine_02,spine_03,spine_04,spine_05", "neck_01,neck_02", "head",
     "clavicle_l,upperarm_l,lowerarm_l,hand_l",
     "thumb_01_l,thumb_02_l,thumb_03_l;!index_metacarpal_l,index_01_l,index_02_l,index_03_l;!middle_metacarpal_l,middle_01_l,middle_02_l,middle_03_l;!ring_metacarpal_l,ring_01_l,ring_02_l,ring_03_l;!pinky_metacarpal_l,pinky_01_l,pinky_02_l,pinky_03_l",
     "thigh_l,calf_l,foot_l,ball_l", "_l", "_r",
     "upperarm_twist_01_l<upperarm_l,upperarm_twist_02_l<upperarm_l,upperarm_correctiveRoot_l<upperarm_l,upperarm_bicep_l<upperarm_l,clavicle_out_l<clavicle_l,wrist_inner_l<lowerarm_l,wrist_outer_l<lowerarm_l,calf_knee_l<calf_l,ankle_bck_l<calf_l,thigh_fwd_l<thigh_l,ik_foot_l<root"},
    {"Unity's HumanBodyBones", "Starter Assets' PlayerArmature",
     "Skeleton", "Hips", "Spine,Chest,UpperChest", "Neck", "Head",
     "Left_Shoulder,Left_UpperArm,Left_LowerArm,Left_Hand",
     "Left_ThumbProximal,Left_ThumbIntermediate,Left_ThumbDistal;Left_IndexProximal,Left_IndexIntermediate,Left_IndexDistal;Left_MiddleProximal,Left_MiddleIntermediate,Left_MiddleDistal;Left_RingProximal,Left_RingIntermediate,Left_RingDistal;Left_PinkyProximal,Left_PinkyIntermediate,Left_PinkyDistal",
     "Left_UpperLeg,Left_LowerLeg,Left_Foot,Left_Toes", "Left", "Right",
     "Left_Eye<Head,Jaw<Head"},
    {"VRM 1.0", "the humanoid bones of the specification (VRMC_vrm)",
     "", "hips", "spine,chest,upperChest", "neck", "head",
     "leftShoulder,leftUpperArm,leftLowerArm,leftHand",
     "leftThumbMetacarpal,leftThumbProximal,leftThumbDistal;leftIndexProximal,leftIndexIntermediate,leftIndexDistal;leftMiddleProximal,leftMiddleIntermediate,leftMiddleDistal;leftRingProximal,leftRingIntermediate,leftRingDistal;leftLittleProximal,leftLittleIntermediate,leftLittleDistal",
     "leftUpperLeg,leftLowerLeg,leftFoot,leftToes", "left", "right", "leftEye<head,jaw<head"},
    {"VRM 0.x", "VRoid Studio's exports",
     "Root", "J_Bip_C_Hips", "J_Bip_C_Spine,J_Bip_C_Chest,J_Bip_C_UpperChest", "J_Bip_C_Neck", "J_Bip_C_Head",
     "J_Bip_L_Shoulder,J_Bip_L_UpperArm,J_Bip_L_LowerArm,J_Bip_L_Hand",
     "J_Bip_L_Thumb1,J_Bip_L_Thumb2,J_Bip_L_Thumb3;J_Bip_L_Index1,J_Bip_L_Index2,J_Bip_L_Index3;J_Bip_L_Middle1,J_Bip_L_Middle2,J_Bip_L_Middle3;J_Bip_L_Ring1,J_Bip_L_Ring2,J_Bip_L_Ring3;J_Bip_L_Little1,J_Bip_L_Little2,J_Bip_L_Little3",
     "J_Bip_L_UpperLeg,J_Bip_L_LowerLeg,J_Bip_L_Foot,J_Bip_L_ToeBase", "_L_", "_R_",
     "J_Adj_L_FaceEye<J_Bip_C_Head,J_Sec_L_Bust1<J_Bip_C_UpperChest"},
    {"Rigify", "Blender's human metarig: the deforming bones",
     "root", "DEF-spine", "DEF-spine.001,DEF-spine.002,DEF-spine.003", "DEF-spine.004,DEF-spine.005", "DEF-spine.006",
     "DEF-shoulder.L,DEF-upper_arm.L,!DEF-upper_arm.L.001,DEF-forearm.L,!DEF-forearm.L.001,DEF-hand.L",
     "DEF-thumb.01.L,DEF-thumb.02.L,DEF-thumb.03.L;!DEF-palm.01.L,DEF-f_index.01.L,DEF-f_index.02.L,DEF-f_index.03.L;!DEF-palm.02.L,DEF-f_middle.01.L,DEF-f_middle.02.L,DEF-f_middle.03.L;!DEF-palm.03.L,DEF-f_ring.01.L,DEF-f_ring.02.L,DEF-f_ring.03.L;!DEF-palm.04.L,DEF-f_pinky.01.L,DEF-f_pinky.02.L,DEF-f_pinky.03.L",
     "DEF-thigh.L,!DEF-thigh.L.001,DEF-shin.L,!DEF-shin.L.001,DEF-foot.L,DEF-toe.L", ".L", ".R",
     "DEF-pelvis.L<DEF-spine,DEF-breast.L<DEF-spine.003,DEF-jaw<DEF-spine.006,DEF-ear.L<DEF-spine.006,DEF-forehead.L<DEF-spine.006"},
    {"Auto-Rig Pro", "its export for game engines",
     "", "root.x", "spine_01.x,spine_02.x,spine_03.x", "neck.x", "head.x",
     "shoulder.l,arm_stretch.l,forearm_stretch.l,hand.l",
     "thumb1.l,c_thumb2.l,c_thumb3.l;!c_index1_base.l,index1.l,c_index2.l,c_index3.l;!c_middle1_base.l,middle1.l,c_middle2.l,c_middle3.l;!c_ring1_base.l,ring1.l,c_ring2.l,c_ring3.l;!c_pinky1_base.l,pinky1.l,c_pinky2.l,c_pinky3.l",
     "thigh_stretch.l,leg_stretch.l,foot.l,toes_01.l", ".l", ".r",
     "c_arm_twist.l<arm_stretch.l,c_forearm_twist.l<forearm_stretch.l,thigh_twist.l<thigh_stretch.l,leg_twist.l<leg_stretch.l"},
    {"MakeHuman", "its default rig",
     "", "root", "spine05,spine04,spine03,spine02,spine01", "neck01,neck02,neck03", "head",
     "clavicle.L,!shoulder01.L,upperarm01.L,!upperarm02.L,lowerarm01.L,!lowerarm02.L,wrist.L",
     "finger1-1.L,finger1-2.L,finger1-3.L;!metacarpal1.L,finger2-1.L,finger2-2.L,finger2-3.L;!metacarpal2.L,finger3-1.L,finger3-2.L,finger3-3.L;!metacarpal3.L,finger4-1.L,finger4-2.L,finger4-3.L;!metacarpal4.L,finger5-1.L,finger5-2.L,finger5-3.L",
     "!pelvis.L,upperleg01.L,!upperleg02.L,lowerleg01.L,!lowerleg02.L,foot.L,toe1-1.L,!toe1-2.L", ".L", ".R"},
    {"Poser and DAZ, third generation", "Victoria 3, Poser's figures",
     "BODY", "hip", "abdomen,chest", "neck", "head",
     "lCollar,lShldr,lForeArm,lHand",
     "lThumb1,lThumb2,lThumb3;lIndex1,lIndex2,lIndex3;lMid1,lMid2,lMid3;lRing1,lRing2,lRing3;lPinky1,lPinky2,lPinky3",
     "!lButtock,lThigh,lShin,lFoot,lToe", "l", "r"},
    {"DAZ Genesis 8", "DAZ Studio",
     "Genesis8Female", "hip", "abdomenLower,abdomenUpper,chestLower,chestUpper", "neckLower,neckUpper", "head",
     "lCollar,lShldrBend,!lShldrTwist,lForearmBend,!lForearmTwist,lHand",
     "lThumb1,lThumb2,lThumb3;!lCarpal1,lIndex1,lIndex2,lIndex3;!lCarpal2,lMid1,lMid2,lMid3;!lCarpal3,lRing1,lRing2,lRing3;!lCarpal4,lPinky1,lPinky2,lPinky3",
     "!pelvis,lThighBend,!lThighTwist,lShin,lFoot,!lMetatarsals,lToe,!lBigToe", "l", "r", "lEye<head,lPectoral<chestUpper"},
    {"DAZ Genesis 9", "DAZ Studio",
     "Genesis9", "hip", "spine1,spine2,spine3,spine4", "neck1,neck2", "head",
     "l_shoulder,l_upperarm,l_forearm,l_hand",
     "l_thumb1,l_thumb2,l_thumb3;!l_indexmetacarpal,l_index1,l_index2,l_index3;!l_midmetacarpal,l_mid1,l_mid2,l_mid3;!l_ringmetacarpal,l_ring1,l_ring2,l_ring3;!l_pinkymetacarpal,l_pinky1,l_pinky2,l_pinky3",
     "!pelvis,l_thigh,l_shin,l_foot,!l_metatarsal,l_toes", "l_", "r_", "l_upperarmtwist1<l_upperarm,l_thightwist1<l_thigh"},
    {"Reallusion", "Character Creator 3 and 4, AccuRIG",
     "RL_BoneRoot", "CC_Base_Hip", "CC_Base_Waist,CC_Base_Spine01,CC_Base_Spine02", "CC_Base_NeckTwist01,CC_Base_NeckTwist02", "CC_Base_Head",
     "CC_Base_L_Clavicle,CC_Base_L_Upperarm,CC_Base_L_Forearm,CC_Base_L_Hand",
     "CC_Base_L_Thumb1,CC_Base_L_Thumb2,CC_Base_L_Thumb3;CC_Base_L_Index1,CC_Base_L_Index2,CC_Base_L_Index3;CC_Base_L_Mid1,CC_Base_L_Mid2,CC_Base_L_Mid3;CC_Base_L_Ring1,CC_Base_L_Ring2,CC_Base_L_Ring3;CC_Base_L_Pinky1,CC_Base_L_Pinky2,CC_Base_L_Pinky3",
     "!CC_Base_Pelvis,CC_Base_L_Thigh,CC_Base_L_Calf,CC_Base_L_Foot,CC_Base_L_ToeBase,!CC_Base_L_BigToe1", "_L_", "_R_",
     "CC_Base_L_UpperarmTwist01<CC_Base_L_Upperarm,CC_Base_L_ElbowShareBone<CC_Base_L_Forearm,CC_Base_L_KneeShareBone<CC_Base_L_Calf,CC_Base_L_ToeBaseShareBone<CC_Base_L_Foot,CC_Base_FacialBone<CC_Base_Head"},
    {"Biped", "3ds Max, Character Studio",
     "Bip001", "Bip001 Pelvis", "Bip001 Spine,Bip001 Spine1,Bip001 Spine2", "Bip001 Neck", "Bip001 Head",
     "Bip001 L Clavicle,Bip001 L UpperArm,Bip001 L Forearm,Bip001 L Hand",
     "Bip001 L Finger0,Bip001 L Finger01,Bip001 L Finger02;Bip001 L Finger1,Bip001 L Finger11,Bip001 L Finger12;Bip001 L Finger2,Bip001 L Finger21,Bip001 L Finger22;Bip001 L Finger3,Bip001 L Finger31,Bip001 L Finger32;Bip001 L Finger4,Bip001 L Finger41,Bip001 L Finger42",
     "Bip001 L Thigh,Bip001 L Calf,Bip001 L Foot,Bip001 L Toe0", " L ", " R ",
     "Bip001 HeadNub<Bip001 Head,Bip001 LUpArmTwist<Bip001 L UpperArm,Bip001 L ForeTwist<Bip001 L Forearm,Bip001 Footsteps<Bip001"},
    {"MotionBuilder", "HumanIK's names in Maya and MotionBuilder",
     "Reference", "Hips", "Spine,Spine1,Spine2", "Neck,Neck1", "Head",
     "LeftShoulder,LeftArm,LeftForeArm,LeftHand",
     "LeftHandThumb1,LeftHandThumb2,LeftHandThumb3;!LeftInHandIndex,LeftHandIndex1,LeftHandIndex2,LeftHandIndex3;!LeftInHandMiddle,LeftHandMiddle1,LeftHandMiddle2,LeftHandMiddle3;!LeftInHandRing,LeftHandRing1,LeftHandRing2,LeftHandRing3;!LeftInHandPinky,LeftHandPinky1,LeftHandPinky2,LeftHandPinky3",
     "LeftUpLeg,LeftLeg,LeftFoot,LeftToeBase", "Left", "Right",
     "LeftArmRoll<LeftArm,LeftForeArmRoll<LeftForeArm,LeftUpLegRoll<LeftUpLeg,LeftLegRoll<LeftLeg,LeftFingerBase<LeftHand"},
    {"Xsens", "MVN's FBX and live segments, with gloves",
     "Reference", "Pelvis", "L5,L3,T12,T8", "Neck", "Head",
     "LeftShoulder,LeftUpperArm,LeftForeArm,LeftHand",
     "LeftFirstMC,LeftFirstPP,LeftFirstDP;!LeftSecondMC,LeftSecondPP,LeftSecondMP,LeftSecondDP;!LeftThirdMC,LeftThirdPP,LeftThirdMP,LeftThirdDP;!LeftFourthMC,LeftFourthPP,LeftFourthMP,LeftFourthDP;!LeftFifthMC,LeftFifthPP,LeftFifthMP,LeftFifthDP",
     "LeftUpperLeg,LeftLowerLeg,LeftFoot,LeftToe", "Left", "Right"},
    {"Xsens BVH", "MVN's BVH exports",
     "", "Hips", "Chest,Chest2,Chest3,Chest4", "Neck", "Head",
     "LeftCollar,LeftShoulder,LeftElbow,LeftWrist", "-;-;-;-;-",
     "LeftHip,LeftKnee,LeftAnkle,LeftToe", "Left", "Right"},
    {"Rokoko", "Rokoko Studio's Newton skeleton",
     "Root", "Hips", "Spine1,Spine2,Spine3,Spine4", "Neck", "Head",
     "LeftShoulder,LeftArm,LeftForeArm,LeftHand",
     "LeftFinger1Metacarpal,LeftFinger1Proximal,LeftFinger1Distal,!LeftFinger1Tip;!LeftFinger2Metacarpal,LeftFinger2Proximal,LeftFinger2Medial,LeftFinger2Distal,!LeftFinger2Tip;!LeftFinger3Metacarpal,LeftFinger3Proximal,LeftFinger3Medial,LeftFinger3Distal;!LeftFinger4Metacarpal,LeftFinger4Proximal,LeftFinger4Medial,LeftFinger4Distal;!LeftFinger5Metacarpal,LeftFinger5Proximal,LeftFinger5Medial,LeftFinger5Distal",
     "LeftThigh,LeftShin,LeftFoot,LeftToe,!LeftToeTip", "Left", "Right"},
    {"Roblox R15", "Roblox's avatar specification",
     "HumanoidRootPart", "LowerTorso", "UpperTorso", "", "Head",
     "-,LeftUpperArm,LeftLowerArm,LeftHand", "-;-;-;-;-", "LeftUpperLeg,LeftLowerLeg,LeftFoot,-", "Left", "Right"},
    {"MikuMikuDance", "standard and semi-standard bones",
     "全ての親,センター,グルーブ", "腰", "上半身,上半身2", "首", "頭",
     "左肩,左腕,!左腕捩,左ひじ,!左手捩,左手首",
     "左親指０,左親指１,左親指２,!左親指先;左人指１,左人指２,左人指３;左中指１,左中指２,左中指３;左薬指１,左薬指２,左薬指３;左小指１,左小指２,左小指３",
     "!下半身,左足,左ひざ,左足首,左つま先", "左", "右", "左目<頭,左足ＩＫ<全ての親,左つま先ＩＫ<全ての親,左肩P<上半身2"},
    {"MikuMikuDance in English", "the English names in PMX files",
     "master,center,groove", "waist", "upper body,upper body2", "neck", "head",
     "shoulder_L,arm_L,!arm twist_L,elbow_L,!wrist twist_L,wrist_L",
     "thumb0_L,thumb1_L,thumb2_L;fore1_L,fore2_L,fore3_L;middle1_L,middle2_L,middle3_L;third1_L,third2_L,third3_L;little1_L,little2_L,little3_L",
     "!lower body,leg_L,knee_L,ankle_L,toe_L", "_L", "_R", "eye_L<head,leg IK_L<master"},
    {"Valve", "Source 1: Half-Life 2's humans",
     "", "ValveBiped.Bip01_Pelvis", "ValveBiped.Bip01_Spine,ValveBiped.Bip01_Spine1,ValveBiped.Bip01_Spine2,ValveBiped.Bip01_Spine4", "ValveBiped.Bip01_Neck1", "ValveBiped.Bip01_Head1",
     "ValveBiped.Bip01_L_Clavicle,ValveBiped.Bip01_L_UpperArm,ValveBiped.Bip01_L_Forearm,ValveBiped.Bip01_L_Hand",
     "ValveBiped.Bip01_L_Finger0,ValveBiped.Bip01_L_Finger01,ValveBiped.Bip01_L_Finger02;ValveBiped.Bip01_L_Finger1,ValveBiped.Bip01_L_Finger11,ValveBiped.Bip01_L_Finger12;ValveBiped.Bip01_L_Finger2,ValveBiped.Bip01_L_Finger21,ValveBiped.Bip01_L_Finger22;-;-",
     "ValveBiped.Bip01_L_Thigh,ValveBiped.Bip01_L_Calf,ValveBiped.Bip01_L_Foot,ValveBiped.Bip01_L_Toe0", "_L_", "_R_",
     "ValveBiped.Bip01_L_Wrist<ValveBiped.Bip01_L_Forearm,ValveBiped.Bip01_L_Ulna<ValveBiped.Bip01_L_Forearm,ValveBiped.Bip01_L_Elbow<ValveBiped.Bip01_L_UpperArm"},
    {"SMPL", "the model's joint names: hands end at L_Hand, feet at L_Foot",
     "", "Pelvis", "Spine1,Spine2,Spine3", "Neck", "Head",
     "L_Collar,L_Shoulder,L_Elbow,L_Wrist,!L_Hand", "-;-;-;-;-", "L_Hip,L_Knee,L_Ankle,L_Foot", "L_", "R_"},
    {"SMPL-X", "smplx/joint_names.py",
     "root", "pelvis", "spine1,spine2,spine3", "neck", "head",
     "left_collar,left_shoulder,left_elbow,left_wrist",
     "left_thumb1,left_thumb2,left_thumb3;left_index1,left_index2,left_index3;left_middle1,left_middle2,left_middle3;left_ring1,left_ring2,left_ring3;left_pinky1,left_pinky2,left_pinky3",
     "left_hip,left_knee,left_ankle,left_foot", "left", "right", "jaw<head,left_eye_smplhf<head"},
    {"CMU, ASF files", "mocap.cs.cmu.edu",
     "", "root", "lowerback,upperback,thorax", "lowerneck,upperneck", "head",
     "lclavicle,lhumerus,lradius,lwrist,!lhand,!lfingers", "lthumb;-;-;-;-", "!lhipjoint,lfemur,ltibia,lfoot,ltoes", "l", "r"},
    {"CMU, BVH files", "cgspeed's conversion",
     "", "Hips", "LowerBack,Spine,Spine1", "Neck,Neck1", "Head",
     "LeftShoulder,LeftArm,LeftForeArm,LeftHand",
     "LThumb;!LeftFingerBase,LeftHandIndex1;-;-;-", "!LHipJoint,LeftUpLeg,LeftLeg,LeftFoot,LeftToeBase", "L", "R"},
    {"LAFAN1", "Ubisoft's motion capture",
     "", "Hips", "Spine,Spine1,Spine2", "Neck", "Head",
     "LeftShoulder,LeftArm,LeftForeArm,LeftHand", "-;-;-;-;-", "LeftUpLeg,LeftLeg,LeftFoot,LeftToe", "Left", "Right"},
    {"Bandai-Namco", "Bandai-Namco-Research-Motiondataset",
     "joint_Root", "Hips", "Spine,Chest", "Neck", "Head",
     "Shoulder_L,UpperArm_L,LowerArm_L,Hand_L", "-;-;-;-;-", "UpperLeg_L,LowerLeg_L,Foot_L,Toes_L", "_L", "_R"},
    {"Perception Neuron", "Axis Neuron's BVH with a prefix",
     "", "Robot_Hips", "Robot_Spine,Robot_Spine1,Robot_Spine2,Robot_Spine3", "Robot_Neck", "Robot_Head",
     "Robot_LeftShoulder,Robot_LeftArm,Robot_LeftForeArm,Robot_LeftHand",
     "Robot_LeftHandThumb1,Robot_LeftHandThumb2,Robot_LeftHandThumb3;!Robot_LeftInHandIndex,Robot_LeftHandIndex1,Robot_LeftHandIndex2,Robot_LeftHandIndex3;!Robot_LeftInHandMiddle,Robot_LeftHandMiddle1,Robot_LeftHandMiddle2,Robot_LeftHandMiddle3;!Robot_LeftInHandRing,Robot_LeftHandRing1,Robot_LeftHandRing2,Robot_LeftHandRing3;!Robot_LeftInHandPinky,Robot_LeftHandPinky1,Robot_LeftHandPinky2,Robot_LeftHandPinky3",
     "Robot_LeftUpLeg,Robot_LeftLeg,Robot_LeftFoot,-", "Left", "Right"},
    {"Quaternius", "Ultimate Animated Characters",
     "Body", "Hips", "Abdomen,Torso", "Neck", "Head",
     "Shoulder.L,UpperArm.L,LowerArm.L,Palm.L",
     "Thumb1.L,Thumb2.L,-;Index1.L,Index2.L,Index3.L;Middle1.L,Middle2.L,Middle3.L;Ring1.L,Ring2.L,Ring3.L;Pinky1.L,Pinky2.L,Pinky3.L",
     "UpperLeg.L,LowerLeg.L,Foot.L,-", ".L", ".R", "PoleTarget.L<Body"},
    {"KayKit", "Adventurers",
     "root", "hips", "spine,chest", "", "head",
     "-,upperarm.l,lowerarm.l,wrist.l,!hand.l,!handslot.l", "-;-;-;-;-", "upperleg.l,lowerleg.l,foot.l,toes.l", ".l", ".r",
     "kneeIK.l<root,elbowIK.l<root,heelIK.l<root,control-toe-roll.l<root"},
    {"Synty", "Polygon's characters; one chain for all fingers but the index finger",
     "Root", "Hips", "Spine_01,Spine_02,Spine_03", "Neck", "Head",
     "Clavicle_L,Shoulder_L,Elbow_L,Hand_L",
     "Thumb_01,Thumb_02,Thumb_03;IndexFinger_01,IndexFinger_02,IndexFinger_03,!IndexFinger_04;Finger_01,Finger_02,Finger_03,!Finger_04;-;-",
     "UpperLeg_L,LowerLeg_L,Ankle_L,Ball_L,!Toes_L", "_L", "_R", "Eyes<Head,Jaw<Head"},
    {"Cinemachine", "Cameron, of Unity's samples; the forearm is called upper arm",
     "Root", "Hips", "Spine1,Spine2", "", "Head",
     "LeftShoulder,LeftArm,LeftUpperArm,LeftHand,!LeftHandEND", "-;-;-;-;-", "LeftLeg,LeftCalf,LeftFoot,-", "Left", "Right",
     "HeadEND<Head,LeftFootEND<LeftFoot"},
    {"Advanced Skeleton", "Maya",
     "", "Root_M", "Spine1_M,Chest_M", "Neck_M", "Head_M",
     "Scapula_L,Shoulder_L,Elbow_L,Wrist_L",
     "ThumbFinger1_L,ThumbFinger2_L,ThumbFinger3_L;IndexFinger1_L,IndexFinger2_L,IndexFinger3_L;MiddleFinger1_L,MiddleFinger2_L,MiddleFinger3_L;RingFinger1_L,RingFinger2_L,RingFinger3_L;!Cup_L,PinkyFinger1_L,PinkyFinger2_L,PinkyFinger3_L",
     "Hip_L,Knee_L,Ankle_L,Toes_L", "_L", "_R", "HeadEnd_M<Head_M,ShoulderPart1_L<Shoulder_L"},
    {"ARKit", "ARSkeletonDefinition.defaultBody3D",
     "root", "hips_joint", "spine_1_joint,spine_2_joint,spine_3_joint,spine_4_joint,spine_5_joint,spine_6_joint,spine_7_joint", "neck_1_joint,neck_2_joint,neck_3_joint,neck_4_joint", "head_joint",
     "left_shoulder_1_joint,left_arm_joint,left_forearm_joint,left_hand_joint",
     "left_handThumbStart_joint,left_handThumb_1_joint,left_handThumb_2_joint,!left_handThumbEnd_joint;!left_handIndexStart_joint,left_handIndex_1_joint,left_handIndex_2_joint,left_handIndex_3_joint;!left_handMidStart_joint,left_handMid_1_joint,left_handMid_2_joint,left_handMid_3_joint;!left_handRingStart_joint,left_handRing_1_joint,left_handRing_2_joint,left_handRing_3_joint;!left_handPinkyStart_joint,left_handPinky_1_joint,left_handPinky_2_joint,left_handPinky_3_joint",
     "left_upLeg_joint,left_leg_joint,left_foot_joint,left_toes_joint,!left_toesEnd_joint", "left", "right", "jaw_joint<head_joint"},
    {"Second Life", "Bento",
     "", "mPelvis", "mTorso,mChest", "mNeck", "mHead",
     "mCollarLeft,mShoulderLeft,mElbowLeft,mWristLeft",
     "mHandThumb1Left,mHandThumb2Left,mHandThumb3Left;mHandIndex1Left,mHandIndex2Left,mHandIndex3Left;mHandMiddle1Left,mHandMiddle2Left,mHandMiddle3Left;mHandRing1Left,mHandRing2Left,mHandRing3Left;mHandPinky1Left,mHandPinky2Left,mHandPinky3Left",
     "mHipLeft,mKneeLeft,mAnkleLeft,!mFootLeft,mToeLeft", "Left", "Right", "mSkull<mHead"},
    {"MidFinger", "3ds Max CAT and others",
     "", "Hips", "Spine", "Neck", "Head", "Left_Clavicle,Left_UpperArm,Left_Forearm,Left_Hand",
     "Left_Thumb1,Left_Thumb2,Left_Thumb3;Left_IndexFinger1,Left_IndexFinger2,Left_IndexFinger3;Left_MidFinger1,Left_MidFinger2,Left_MidFinger3;Left_RingFinger1,Left_RingFinger2,Left_RingFinger3;Left_Pinkie1,Left_Pinkie2,Left_Pinkie3",
     "Left_Thigh,Left_Calf,Left_Foot,Left_Toe", "Left", "Right"},
};
// clang-format on

std::vector<std::string> split(std::string_view list, char sign = ',') {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(sign), list.size());
    parts.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

/// The skeleton of a rig, and which joint is what.
struct Built {
  std::vector<PlainJoint> joints;
  std::map<HumanJoint, std::string> expected;
  std::vector<std::string> spine, neck;

  explicit Built(const Rig& rig) {
    std::string parent;
    for (const std::string& name : split(rig.above)) parent = add(name, parent, {0, 0.01f, 0});
    parent = add(rig.hips, parent, {0, 1, 0});
    expected[HumanJoint::Hips] = rig.hips;
    float height = 1.05f;
    for (const std::string& name : spine = split(rig.spine)) parent = add(name, parent, {0, height += 0.05f, 0});
    const std::string chest = parent;
    for (const std::string& name : neck = split(rig.neck)) parent = add(name, parent, {0, height += 0.05f, 0});
    add(rig.head, parent, {0, height + 0.1f, 0});
    expected[HumanJoint::Head] = rig.head;
    for (const BodySide side : {BodySide::Left, BodySide::Right}) addSide(rig, chest, side);
  }

 private:
  /// "!" is no part of the name. Names of joints that are there already are shared by both sides.
  std::string add(const std::string& name, const std::string& parent, glm::vec3 position) {
    const auto same = std::find_if(joints.begin(), joints.end(), [&](const auto& each) { return each.name == name; });
    if (same == joints.end()) joints.push_back({name, parent, position});
    return name;
  }
  static std::string onThatSide(const Rig& rig, std::string name, BodySide side, bool isFinger) {
    if (side == BodySide::Left) return name;
    const std::string_view left = rig.left;
    const bool atStart = left == "l" || left == "L";
    const std::size_t at = atStart ? (name.starts_with(left) ? 0 : name.npos) : name.find(left);
    if (at != name.npos && atStart && name.starts_with("Left")) return name.replace(0, 4, "Right");
    if (at != name.npos) return name.replace(at, left.size(), rig.right);
    return isFinger ? name + ".001" : name;
  }
  void addChain(const Rig& rig, std::string_view list, std::string parent, BodySide side, HumanJoint first,
                glm::vec3 position, glm::vec3 step, bool isFinger = false) {
    int role = 0;
    const float x = side == BodySide::Left ? 1.0f : -1.0f;
    for (const std::string& each : split(list)) {
      const bool isOther = each.starts_with('!');
      position += step;
      if (each != "-") {
        parent = add(onThatSide(rig, isOther ? each.substr(1) : each, side, isFinger), parent,
                     position * glm::vec3(x, 1, 1));
        if (!isOther) expected[onSide(static_cast<HumanJoint>(static_cast<int>(first) + role), side)] = parent;
      }
      if (!isOther) ++role;
    }
  }
  void addSide(const Rig& rig, const std::string& chest, BodySide side) {
    addChain(rig, rig.arm, chest, side, HumanJoint::LeftShoulder, {0, 1.4f, 0}, {0.12f, 0, 0});
    const std::string hand = expected[onSide(HumanJoint::LeftHand, side)];
    const auto fingers = split(rig.fingers, ';');
    for (std::size_t i = 0; i < fingers.size(); ++i)
      addChain(rig, fingers[i], hand, side,
               static_cast<HumanJoint>(static_cast<int>(HumanJoint::LeftThumb1) + 3 * static_cast<int>(i)),
               {0.75f, 1.4f, 0.05f - 0.02f * static_cast<float>(i)}, {0.02f, 0, 0}, true);
    addChain(rig, rig.leg, rig.hips, side, HumanJoint::LeftUpperLeg, {0.1f, 1.1f, 0}, {0, -0.2f, 0});
    for (const std::string& each : split(rig.beside)) {
      const auto names = split(each, '<');
      const std::string parent = onThatSide(rig, names.at(1), side, false);
      const auto above =
          std::find_if(joints.begin(), joints.end(), [&](const auto& one) { return one.name == parent; });
      ASSERT_NE(above, joints.end()) << rig.name << ": " << parent;
      const glm::vec3 position = above->position + glm::vec3(0, 0.01f, 0.01f);
      add(onThatSide(rig, names.at(0), side, false), parent, position);
    }
  }
};

TEST(JointNames, OfPublishedRigsLandWhereTheyShould) {
  ASSERT_GE(kRigs.size(), 25u);
  for (const Rig& rig : kRigs) {
    Built built(rig);
    const Skeleton skeleton = test::skeletonOf(built.joints);
    const Humanoid body = findHumanoid(skeleton);
    EXPECT_TRUE(body.isKnown()) << rig.name;
    const auto nameOfJoint = [&](int joint) { return joint < 0 ? std::string("none") : skeleton.name(joint); };
    for (int i = 0; i < kHumanJointCount; ++i) {
      const auto role = static_cast<HumanJoint>(i);
      const auto wanted = built.expected.find(role);
      EXPECT_EQ(nameOfJoint(body.jointOf(role)), wanted == built.expected.end() ? "none" : wanted->second)
          << rig.name << ", " << nameOf(role);
    }
    const auto namesOf = [&](const std::vector<int>& chain) {
      std::vector<std::string> names;
      for (const int joint : chain) names.push_back(skeleton.name(joint));
      return names;
    };
    EXPECT_EQ(namesOf(body.spine), built.spine) << rig.name;
    EXPECT_EQ(namesOf(body.neck), built.neck) << rig.name;
  }
}

}  // namespace
}  // namespace crossfade
